// What a budget counts apart: its entities, by the usage that the store has of them.
import { asText, isList, parseJson } from '../../../schemas/values/json.ts'
import { derivedUuid } from '../../../schemas/values/uuid.ts'
import { entityKey } from '../../limits/policy-counter.ts'
import { clientKind, type Kind, processKind } from '../core/kind.ts'
import type { ResourceStore } from '../core/resource-store.ts'

/** The kinds of usage and of resets in the store. */
export const USAGE = 'usage'
export const USAGE_RESET = 'usage-reset'
/** The last batches of processes. */
export const USAGE_BATCH = 'usage-batch'
/** Batches of providers whose usage was counted. */
export const SETTLED_BATCH = 'settled-batch'

export const USAGE_KINDS: readonly Kind[] = [
  processKind({ name: USAGE }),
  clientKind({ name: USAGE_RESET, signed: 'never', sealed: 'never', scopes: ['policies'] }),
  processKind({ name: USAGE_BATCH }),
  processKind({ name: SETTLED_BATCH }),
]

type HashText = (text: string) => string

export const entityId = (hash: HashText, policy: string, entity: string): string =>
  derivedUuid(hash, 'entity', `${policy} ${entity}`)

/** The identifier of the reset of an entity. */
export const resetId = (hash: HashText, policy: string, entity: string): string =>
  hash(entityKey(policy, entity))

/** The value of a group of one property, the list of them as JSON of several, null without groups. */
export function valueKey(entity: string): string | null {
  if (entity === '') return null
  const values = parseJson(entity)
  if (!isList(values) || values.length !== 1) return entity
  const [only = null] = values
  return only === null ? null : String(only)
}

/** The text by which an entity is counted, for a value that a caller names. */
export const entityOfValue = (value: string, groups: number): string =>
  groups === 0 ? '' : groups === 1 ? JSON.stringify([value]) : value

const PAGE = 1_000

/** The entities of a policy that have ever used something. Rejects with a `StoreError`. */
export async function usedEntities(
  store: ResourceStore | undefined,
  policy: string,
): Promise<readonly string[]> {
  const entities = new Set<string>()
  for (let after: string | undefined; store !== undefined; ) {
    const page = await store.list(USAGE, {
      prefix: `${policy}/`,
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    for (const { value } of page) entities.add(asText(value['entity']) ?? '')
    after = page.at(-1)?.id
    if (page.length < PAGE || after === undefined) break
  }
  return [...entities].sort()
}
