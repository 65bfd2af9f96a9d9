// The one object that has all resources of a store in object storage: it is replaced as a whole, under the condition
// that it was not replaced since it was read. Pure.
import { asCount, asList, asObject, asText, parseJson } from '../../../../schemas/values/json.ts'
import type { CommitResult, Resource, Transaction } from '../../../control/core/resource-store.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import { type Deletions, keyOf, withDeletions } from '../resources-in-memory.ts'

export interface Head extends Deletions {
  readonly revision: number
  /** By kind and identifier. */
  readonly resources: ReadonlyMap<string, Resource>
  /** Random names of the last writes: whether a write whose reply was lost has been made. */
  readonly writes: readonly string[]
}

export const EMPTY_HEAD: Head = { revision: 0, resources: new Map(), deleted: [], forgotten: 0, writes: [] }

/** Others may write before a writer looks whether its write was made, but not so often. */
const MAX_WRITES = 100

/** The version of this format. */
const FORMAT = 1

export function applyTransaction(
  head: Head,
  transaction: Transaction,
): { readonly head: Head; readonly result: CommitResult } {
  for (const { kind, id, expects } of transaction.writes) {
    if (expects === undefined) continue
    const found = head.resources.get(keyOf({ kind, id }))
    if (expects === 'absent' ? found !== undefined : found?.revision !== expects)
      return { head, result: { conflict: { kind, id, found } } }
  }
  const revision = head.revision + 1
  const resources = new Map(head.resources)
  for (const { kind, id, value } of transaction.writes)
    if (value === undefined) resources.delete(keyOf({ kind, id }))
    else resources.set(keyOf({ kind, id }), { kind, id, value, revision })
  const gone = transaction.writes.filter(each => !resources.has(keyOf(each)))
  return {
    head: { ...head, revision, resources, ...withDeletions(head, revision, gone) },
    result: { revision },
  }
}

export const writeHead = (head: Head, write: string): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      format: FORMAT,
      revision: head.revision,
      forgotten: head.forgotten,
      deleted: head.deleted,
      writes: [...head.writes, write].slice(-MAX_WRITES),
      resources: [...head.resources.values()],
    }),
  )

export function readRemoteHead(bytes: Uint8Array, name: string): Head {
  const read = asObject(parseJson(Buffer.from(bytes).toString()))
  const format = asCount(read['format'])
  const revision = asCount(read['revision'])
  if (format === undefined || revision === undefined)
    throw new StoreError(
      'unavailable',
      `The store ${name} cannot be used: its object head.json is not one of Portolan.`,
    )
  if (format > FORMAT)
    throw new StoreError(
      'newer-schema',
      `The store ${name} has the format ${format}; this version of Portolan knows formats up to ${FORMAT}. Update it.`,
    )
  const resources = namedIn(read['resources']).map(
    ([each, value]): Resource => ({ ...each, value: asObject(value) }),
  )
  return {
    revision,
    forgotten: asCount(read['forgotten']) ?? 0,
    deleted: namedIn(read['deleted']).map(([each]) => each),
    writes: asList(read['writes']).flatMap(each => asText(each) ?? []),
    resources: new Map(resources.map(each => [keyOf(each), each])),
  }
}

type NamedRevision = Pick<Resource, 'kind' | 'id' | 'revision'>

const namedIn = (list: unknown): readonly (readonly [NamedRevision, unknown])[] =>
  asList(list).map(each => {
    const { kind, id, revision, value } = asObject(each)
    return [{ kind: asText(kind) ?? '', id: asText(id) ?? '', revision: asCount(revision) ?? 0 }, value]
  })
