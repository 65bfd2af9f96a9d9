// Transactions that can be recognized when they are read back: two resources and a blob that belong together.
import { createHash } from 'node:crypto'
import type { Resource, ResourceStore, Transaction } from '../../runtime/control/resource-store.ts'

const bytesOf = (number: string): Uint8Array => Buffer.from(`blob ${number} `.repeat(200))
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function transactionOf(number: string): Transaction {
  const bytes = bytesOf(number)
  const digest = digestOf(bytes)
  return {
    writes: [
      { kind: 'label', id: `first/${number}`, value: { number, digest } },
      { kind: 'release', id: `second/${number}`, value: { number, digest } },
    ],
    blobs: new Map([[digest, bytes]]),
  }
}

export interface FoundTransactions {
  readonly revision: number
  readonly numbers: ReadonlySet<string>
  /** What is not as one transaction after the other would have left it. */
  readonly faults: readonly string[]
}

const ALL = { limit: 1_000_000 }

export async function findTransactions(store: ResourceStore): Promise<FoundTransactions> {
  const before = await store.revision()
  const [first, second, { changed = [] }] = await Promise.all([
    store.list('label', ALL),
    store.list('release', ALL),
    store.changesSince(0),
  ])
  const revision = await store.revision()
  // A server may still commit what a process that is gone has sent.
  if (revision !== before) return await findTransactions(store)
  const partners = new Map(second.map(each => [each.value['number'], each]))
  const faults: string[] = []
  const read = async (each: Resource): Promise<void> => {
    const number = String(each.value['number'])
    const digest = String(each.value['digest'])
    const partner = partners.get(number)
    partners.delete(number)
    if (partner?.revision !== each.revision || partner.value['digest'] !== digest)
      faults.push(`${number} has one resource of two`)
    const blob = await store.readBlob(digest)
    if (blob === undefined || digestOf(blob) !== digest) faults.push(`${number} has no blob`)
  }
  await Promise.all(first.map(read))
  for (const number of partners.keys()) faults.push(`${String(number)} has the second resource alone`)
  const revisions = new Set(first.map(each => each.revision))
  if (revisions.size !== revision || Math.max(0, ...revisions) !== revision)
    faults.push(`revision ${revision}, but transactions of ${revisions.size} revisions`)
  if (changed.length !== first.length + second.length)
    faults.push(`${changed.length} changes of ${first.length + second.length} resources`)
  return { revision, numbers: new Set(first.map(each => String(each.value['number']))), faults }
}
