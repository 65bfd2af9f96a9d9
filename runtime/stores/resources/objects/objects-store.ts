// The store in object storage that speaks S3, for bundles: one small object with all resources, and one for each blob.
// It needs conditional writes of the service. What many callers write would not fit such an object, and is refused.
import { createHash, randomUUID } from 'node:crypto'
import { asCount, asObject, asText, parseJson } from '../../../../schemas/values/json.ts'
import type {
  CommitResult,
  Heartbeat,
  ResourceStore,
  Transaction,
} from '../../../control/core/resource-store.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import { RELEASE_KINDS } from '../../../control/releases/release-kinds.ts'
import type { Clock } from '../../../values/ports.ts'
import { changesOf, keyOf, listResources } from '../resources-in-memory.ts'
import { applyTransaction, EMPTY_HEAD, type Head, readRemoteHead, writeHead } from './head.ts'
import { createObjectClient, type FoundObject } from './object-client.ts'
import { readObjectsAddress } from './objects-address.ts'

const KINDS: ReadonlySet<string> = new Set(RELEASE_KINDS.map(({ name }) => name))

const HEAD = 'head.json'

/** Of writes that other writers were ahead of. */
const MAX_TRIES = 50
/** Milliseconds up to which a writer waits for others, at random. */
const MAX_PAUSE = 50

interface WaitingTransaction {
  readonly transaction: Transaction
  readonly result: PromiseWithResolvers<CommitResult>
}

export async function openObjectsStore(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
  clock: Clock,
  fetchObject: typeof fetch = fetch,
): Promise<ResourceStore> {
  const address = readObjectsAddress(text, environment)
  const { name } = address
  const client = createObjectClient(address, clock, fetchObject)
  let isClosed = false
  const checkOpen = (): void => {
    if (isClosed) throw new StoreError('unavailable', `The store ${name} is closed.`)
  }
  const checkKind = (kind: string): void => {
    if (!KINDS.has(kind))
      throw new StoreError(
        'unsupported',
        `The store ${name} is for bundles; resources of the kind ${kind} need SQLite or PostgreSQL.`,
      )
  }

  let known: { readonly head: Head; readonly etag: string | undefined } = {
    head: EMPTY_HEAD,
    etag: undefined,
  }
  const look = async (): Promise<typeof known> => {
    checkOpen()
    const before = known
    const found = await client.get(HEAD, before.etag)
    if (found === 'same') return before
    const now =
      found === undefined
        ? { head: EMPTY_HEAD, etag: undefined }
        : { head: readRemoteHead(found.bytes, name), etag: found.etag }
    known = now
    return now
  }

  /** All transactions that wait are written at once. */
  const writeAll = async (transactions: readonly Transaction[]): Promise<readonly CommitResult[]> => {
    const write = randomUUID()
    let made: readonly CommitResult[] | undefined
    for (let count = 0; count < MAX_TRIES; count += 1) {
      const { head, etag } = await look()
      if (made !== undefined && head.writes.includes(write)) return made
      let next = head
      const results = transactions.map(transaction => {
        const applied = applyTransaction(next, transaction)
        next = applied.head
        return applied.result
      })
      if (next === head) return results
      const outcome = await client.putIf(
        HEAD,
        writeHead(next, write),
        etag === undefined ? 'absent' : { etag },
      )
      if (outcome === 'written') return results
      if (outcome === 'unknown') made = results
      await new Promise<void>(resolve => clock.after(Math.random() * MAX_PAUSE, resolve))
    }
    throw new StoreError('unavailable', `The store ${name} cannot be written: others write all the time.`)
  }
  let queue: WaitingTransaction[] = []
  let isWriting = false
  const drain = async (): Promise<void> => {
    isWriting = true
    while (queue.length > 0) {
      const batch = queue
      queue = []
      await writeAll(batch.map(({ transaction }) => transaction)).then(
        results => {
          for (const [at, result] of results.entries()) batch[at]?.result.resolve(result)
        },
        (error: unknown) => {
          for (const { result } of batch) result.reject(error)
        },
      )
    }
    isWriting = false
  }

  const store: ResourceStore = {
    name,
    holds: 'releases',
    commit: async transaction => {
      checkOpen()
      for (const { kind } of transaction.writes) checkKind(kind)
      await Promise.all(
        [...(transaction.blobs ?? [])].map(([digest, bytes]) => client.putNew(blobKey(digest), bytes)),
      )
      const result = Promise.withResolvers<CommitResult>()
      queue.push({ transaction, result })
      if (!isWriting) void drain()
      return await result.promise
    },
    read: async (kind, id) => {
      checkKind(kind)
      return (await look()).head.resources.get(keyOf({ kind, id }))
    },
    readMany: async (kind, ids) => {
      checkKind(kind)
      const { resources } = (await look()).head
      return ids.flatMap(id => resources.get(keyOf({ kind, id })) ?? [])
    },
    list: async (kind, options) => {
      checkKind(kind)
      const { head } = await look()
      return listResources(
        [...head.resources.values()].filter(each => each.kind === kind),
        options,
      )
    },
    readBlob: async digest => {
      checkOpen()
      const found = await client.get(blobKey(digest))
      if (found === undefined || found === 'same') return undefined
      if (createHash('sha256').update(found.bytes).digest('hex') !== digest)
        throw new StoreError('unavailable', `The store ${name} has other contents for the blob ${digest}.`)
      return found.bytes
    },
    revision: async () => (await look()).head.revision,
    changesSince: async since => {
      const { head } = await look()
      return changesOf(head.revision, head.resources.values(), head, since)
    },
    // Other processes are noticed by the next look at the revision.
    onHint: () => {},
    heartbeat: async ({ id, value, at }) => {
      checkOpen()
      await client.put(heartbeatKey(id), Buffer.from(JSON.stringify({ id, value, at })))
    },
    // Nothing that is read, in place of a deletion, to which runtimes need no right.
    endHeartbeat: async id => {
      checkOpen()
      await client.put(heartbeatKey(id), Buffer.from('{}'))
    },
    heartbeats: async () => {
      checkOpen()
      const keys = await client.list('heartbeats/')
      const all = await Promise.all(keys.map(async key => readHeartbeat(await client.get(key))))
      return all.flat().sort((one, other) => (one.id < other.id ? -1 : 1))
    },
    close: async () => {
      isClosed = true
    },
  }
  await store.revision()
  return store
}

const blobKey = (digest: string): string => `blobs/${digest}`

const heartbeatKey = (id: string): string => `heartbeats/${encodeURIComponent(id)}.json`

function readHeartbeat(found: FoundObject | 'same' | undefined): readonly Heartbeat[] {
  if (found === undefined || found === 'same') return []
  const read = asObject(parseJson(Buffer.from(found.bytes).toString()))
  const [id, at] = [asText(read['id']), asCount(read['at'])]
  return id === undefined || at === undefined ? [] : [{ id, value: asObject(read['value']), at }]
}
