// Saved resources in memory, for the request path and for lists: loaded once, then updated by the store's feed of changes. While
// the store is unavailable, what is known stays in use, and its age is reported.
import { type Failure, failure } from '../../values/failures.ts'
import type { Clock } from '../../values/ports.ts'
import { openPendingDeletes } from './pending-deletes.ts'
import { type Behind, pollStore, type StorePoll } from './poll-store.ts'
import { createIndexes, type ResourceIndex, type ResourceIndexes } from './resource-index.ts'
import type { Resource, ResourceStore } from './resource-store.ts'
import type { Tombstone } from './tombstones.ts'

export interface Replica {
  readonly get: (kind: string, id: string) => Resource | undefined
  /** In no particular order. */
  readonly all: (kind: string) => IteratorObject<Resource, undefined>
  readonly count: (kind: string) => number
  /** Those that have a value, in the order of the index. */
  readonly find: ResourceIndexes['find']
  /** Called after resources of a kind have changed, with their identifiers; undefined: any of them. */
  readonly onChange: (kind: string, listener: ChangeListener) => void
  /** The revision of the store that has been read. */
  readonly revision: () => number
  /** Milliseconds since the store was last found to have no more changes. */
  readonly age: () => number
  /** Why a resource that it does not have may exist; undefined while the store is read as it should be. */
  readonly lookFault: () => Failure | undefined
  /** Reads what has changed, now. */
  readonly look: () => Promise<void>
  readonly behind: Behind
  /**
   * Hides a resource at once that the store cannot delete now. Resolves to whether that is written into the room of the store, so that
   * all processes know of it.
   */
  readonly addPendingDelete: (tombstone: Tombstone) => Promise<boolean>
  /** Called after each look while there are resources that the store has still to delete. `done`: it has. */
  readonly onPendingDeletes: (listener: PendingDeleteListener) => void
  readonly stop: () => void
}

type ChangedResource = Pick<Resource, 'kind' | 'id'>

/** Resources by kind and identifier, as they were read; undefined for those that are not there. */
type Batch = Map<string, Map<string, Resource | undefined>>

export type ChangeListener = (changed: readonly string[] | undefined) => void

export type PendingDeleteListener = (
  pending: readonly Tombstone[],
  done: (tombstone: Tombstone) => Promise<void>,
) => void

export interface ReplicaOptions {
  readonly kinds: readonly string[]
  /** Built as their kinds are loaded; all others at their first use. */
  readonly indexes?: readonly ResourceIndex[]
  readonly clock: Clock
  /** Told when the store goes away and when it is back, once each. */
  readonly onAvailable: (available: boolean, message: string) => void
}

const PAGE = 1_000

/** Changes that are applied at once; calls are served between two batches. */
const BATCH = 500

/** Milliseconds without a look at the store after which a resource that is not known may have been made elsewhere. */
const LATE = 5_000

const NOT_LOOKED = failure(
  'store_unavailable',
  'The store cannot be read at the moment, so the gateway does not know whether what the request names exists. Try again.',
)

/** Rejects with a `StoreError` if the store cannot be read at the start. */
export async function openReplica(store: ResourceStore, options: ReplicaOptions): Promise<Replica> {
  const { clock, onAvailable } = options
  const kinds = new Map(options.kinds.map(kind => [kind, new Map<string, Resource>()]))
  const all = (kind: string): IteratorObject<Resource, undefined> =>
    (kinds.get(kind) ?? new Map<string, Resource>()).values()
  const indexes = createIndexes(all)
  const listeners = new Map<string, ChangeListener[]>()
  const pending = openPendingDeletes(store)
  const pendingListeners: PendingDeleteListener[] = []
  let seen = -1
  let lookedAt = clock.monotonic()
  let outage: string | undefined
  let stopped = false
  let looking: Promise<void> = Promise.resolve()

  const notify = (kind: string, changed: readonly string[] | undefined): void => {
    for (const listener of listeners.get(kind) ?? []) listener(changed)
  }
  const loadAll = async (): Promise<void> => {
    for (const [kind, held] of kinds) {
      const found = new Map<string, Resource>()
      const read = (after: string | undefined): Promise<readonly Resource[]> =>
        store.list(kind, { limit: PAGE, ...(after !== undefined && { after }) })
      for (let next: ReturnType<typeof read> | undefined = read(undefined); next !== undefined; ) {
        const page: readonly Resource[] = await next
        const last = page.at(-1)?.id
        // The store reads the next page while this one is indexed.
        next = page.length < PAGE || last === undefined ? undefined : read(last)
        for (const resource of page) if (!pending.has(kind, resource.id)) found.set(resource.id, resource)
      }
      held.clear()
      indexes.forget(kind)
      for (const [id, resource] of found) held.set(id, resource)
      for (const index of options.indexes ?? []) if (index.kind === kind) indexes.find(index)
      notify(kind, undefined)
    }
  }
  const apply = (kind: string, id: string, resource: Resource | undefined): void => {
    const held = kinds.get(kind)
    const before = held?.get(id)
    const after = pending.has(kind, id) ? undefined : resource
    if (after === undefined) held?.delete(id)
    else held?.set(id, after)
    indexes.change(before, after)
  }
  /** Adds what the store has of some resources; true if the store may have changed any of them after a revision. */
  const readInto = async (
    batch: Batch,
    changed: readonly ChangedResource[],
    until: number,
  ): Promise<boolean> => {
    const read = Array.from(
      Map.groupBy(changed, ({ kind }) => kind),
      async ([kind, items]) => {
        const ids = items.map(({ id }) => id)
        return { kind, ids, found: await store.readMany(kind, ids) }
      },
    )
    let isLater = false
    for (const { kind, ids, found } of await Promise.all(read)) {
      const byId = new Map(found.map(resource => [resource.id, resource]))
      const ofKind = batch.get(kind) ?? new Map<string, Resource | undefined>()
      for (const id of ids) {
        const resource = byId.get(id)
        ofKind.set(id, resource)
        // When one was deleted is not known.
        isLater ||= resource === undefined || resource.revision > until
      }
      batch.set(kind, ofKind)
    }
    return isLater
  }
  const applyBatch = (batch: Batch): void => {
    for (const [kind, resources] of batch) for (const [id, resource] of resources) apply(kind, id, resource)
    for (const [kind, resources] of batch) notify(kind, [...resources.keys()])
  }
  const ofKinds = (changed: readonly ChangedResource[]): readonly ChangedResource[] =>
    changed.filter(({ kind }) => kinds.has(kind))
  /** The revision that has been read. What a transaction changed is seen at once, unless more than a batch is read. */
  const loadChanged = async (changed: readonly ChangedResource[], revision: number): Promise<number> => {
    const held = ofKinds(changed)
    if (held.length > BATCH) {
      for (let from = 0; from < held.length; from += BATCH) {
        const batch: Batch = new Map()
        await readInto(batch, held.slice(from, from + BATCH), revision)
        applyBatch(batch)
      }
      return revision
    }
    const batch: Batch = new Map()
    let until = revision
    let size = held.length
    // Of a transaction after the revision, only a part may have been read.
    for (let isLater = await readInto(batch, held, until); isLater; ) {
      const later = await store.changesSince(until)
      const others = ofKinds(later.changed ?? [])
      size += others.length
      if (later.changed === undefined || size > BATCH) break
      until = later.revision
      isLater = await readInto(batch, others, until)
    }
    applyBatch(batch)
    return until
  }
  const hide = ({ kind, id }: Tombstone): void => {
    const before = kinds.get(kind)?.get(id)
    if (before === undefined) return
    apply(kind, id, undefined)
    notify(kind, [id])
  }
  const catchUp = async (): Promise<void> => {
    // Before the store, which has deleted what is not there any more.
    for (const tombstone of await pending.look()) hide(tombstone)
    const started = clock.monotonic()
    const now = await store.revision()
    for (let isBehind = now !== seen; isBehind; ) {
      const from = seen
      const changes = from < 0 ? undefined : await store.changesSince(from)
      if (changes?.changed === undefined) {
        await loadAll()
        seen = changes?.revision ?? now
      } else seen = await loadChanged(changes.changed, changes.revision)
      // A store that was replaced meanwhile has a lower revision: the next look reads on.
      isBehind = seen < now && seen > from
    }
    lookedAt = started
    poll?.seen()
  }
  const lookOnce = async (): Promise<void> => {
    try {
      await catchUp()
      if (outage !== undefined) onAvailable(true, `The store ${store.name} is available again.`)
      outage = undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (outage === undefined)
        onAvailable(false, `${reason} Keys, policies and prompts stay as they were last read.`)
      outage = reason
    }
  }
  const look = (): Promise<void> => {
    looking = looking.then(async () => {
      if (stopped) return
      await lookOnce()
      const waiting = pending.all()
      if (waiting.length > 0) for (const listener of pendingListeners) listener(waiting, pending.remove)
    })
    return looking
  }
  let poll: StorePoll | undefined
  await catchUp()
  store.onHint(() => void look())
  poll = pollStore(clock, look)
  return {
    get: (kind, id) => kinds.get(kind)?.get(id),
    all,
    find: indexes.find,
    count: kind => kinds.get(kind)?.size ?? 0,
    onChange: (kind, listener) => {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    revision: () => seen,
    age: () => clock.monotonic() - lookedAt + (poll?.uncounted() ?? 0),
    lookFault: () => (outage !== undefined || clock.monotonic() - lookedAt > LATE ? NOT_LOOKED : undefined),
    look,
    behind: poll.behind,
    addPendingDelete: tombstone => {
      const written = pending.add(tombstone)
      hide(tombstone)
      return written
    },
    onPendingDeletes: listener => void pendingListeners.push(listener),
    stop: () => {
      stopped = true
      poll?.stop()
    },
  }
}
