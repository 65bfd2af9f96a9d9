// Transactions that can be recognized when they are read back: several resources and a blob that belong together.
import { createHash } from 'node:crypto'
import type { Resource, ResourceStore, Transaction } from '../../runtime/control/core/resource-store.ts'

const PARTS = 8

const bytesOf = (number: string): Uint8Array => Buffer.from(`blob ${number} `.repeat(200))
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function transactionOf(number: string): Transaction {
  const bytes = bytesOf(number)
  const digest = digestOf(bytes)
  const writes = Array.from({ length: PARTS }, (_, part) => ({
    kind: 'release',
    id: `${part}/${number}`,
    value: { number, digest },
  }))
  return { writes, blobs: new Map([[digest, bytes]]) }
}

export interface FoundTransactions {
  readonly revision: number
  readonly numbers: ReadonlySet<string>
  /** What is not as one transaction after the other would have left it. */
  readonly faults: readonly string[]
}

/** All that the feed has until a revision: it comes in parts. */
async function changesUntil(store: ResourceStore, last: number): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let since = 0; since < last; ) {
    const { revision, changed = [] } = await store.changesSince(since)
    for (const { kind, id } of changed) found.add(`${kind} ${id}`)
    since = revision
  }
  return found
}

export async function findTransactions(store: ResourceStore): Promise<FoundTransactions> {
  const before = await store.revision()
  const all = await store.list('release', { limit: 1_000_000 })
  const changed = await changesUntil(store, before)
  const revision = await store.revision()
  // A server may still commit what a process that is gone has sent.
  if (revision !== before) return await findTransactions(store)
  const faults: string[] = []
  const check = async (number: string, parts: readonly Resource[]): Promise<void> => {
    if (parts.length !== PARTS) faults.push(`${number} has ${parts.length} resources of ${PARTS}`)
    if (new Set(parts.map(each => each.revision)).size !== 1) faults.push(`${number} has several revisions`)
    const digest = String(parts[0]?.value['digest'])
    const blob = await store.readBlob(digest)
    if (blob === undefined || digestOf(blob) !== digest) faults.push(`${number} has no blob`)
  }
  const byNumber = Map.groupBy(all, each => String(each.value['number']))
  await Promise.all([...byNumber].map(([number, parts]) => check(number, parts)))
  const revisions = new Set(all.map(each => each.revision))
  if (revisions.size !== revision || Math.max(0, ...revisions) !== revision)
    faults.push(`revision ${revision}, but transactions of ${revisions.size} revisions`)
  if (changed.size !== all.length) faults.push(`${changed.size} changes of ${all.length} resources`)
  return { revision, numbers: new Set(byNumber.keys()), faults }
}
