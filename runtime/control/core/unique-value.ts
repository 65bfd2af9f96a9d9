// Values that only one resource of a kind may have, such as an address: the store has the owner of each under an identifier that is
// derived from the value, so that of two processes that give it away at once, one fails.
import { asText } from '../../../schemas/values/json.ts'
import type { ControlSources } from './control-sources.ts'
import { clientKind, type Kind } from './kind.ts'
import type { ResourceStore, ResourceWrite } from './resource-store.ts'

/** The kind of the owners of unique values. */
export const UNIQUE_VALUE = 'unique-value'

export const UNIQUE_VALUE_KINDS: readonly Kind[] = [
  clientKind({ name: UNIQUE_VALUE, replicated: false, signed: 'never', sealed: 'never', scopes: [] }),
]

export interface UniqueValue {
  /** What the values are, such as `address`. */
  readonly name: string
  /** The resource that has it, or had it. */
  readonly kind: string
  readonly owner: string
  /** The value before the change; undefined for a new owner. */
  readonly before: string | undefined
  /** Undefined where the owner is deleted, or has none any more. */
  readonly after: string | undefined
}

/** The writes that go with the change of the owner; one of them conflicts where another resource has the value. */
export async function uniqueWrites(
  { store, hash }: Pick<ControlSources, 'hash' | 'store'>,
  { name, kind, owner, before, after }: UniqueValue,
): Promise<readonly ResourceWrite[]> {
  if (store === undefined || before === after) return []
  const idOf = (value: string): string => `${name}/${hash(value)}`
  return [
    // Only its owner, whose revision the change expects, gives it up.
    ...(before === undefined ? [] : [{ kind: UNIQUE_VALUE, id: idOf(before), value: undefined }]),
    ...(after === undefined ? [] : [await taken(store, idOf(after), kind, owner)]),
  ]
}

async function taken(store: ResourceStore, id: string, kind: string, owner: string): Promise<ResourceWrite> {
  const found = await store.read(UNIQUE_VALUE, id)
  const previous = asText(found?.value['owner']) ?? ''
  // What a resource had that is gone, is free.
  const isFree = previous === owner || (await store.read(kind, previous)) === undefined
  return {
    kind: UNIQUE_VALUE,
    id,
    value: { owner },
    expects: found !== undefined && isFree ? found.revision : 'absent',
  }
}
