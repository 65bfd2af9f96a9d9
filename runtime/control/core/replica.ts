// Saved resources in memory, for the request path and for lists: loaded once, then updated by the store's feed of changes. While
// the store is unavailable, what is known stays in use, and its age is reported.
import type { Clock } from '../../values/ports.ts'
import { openPendingDeletes } from './pending-deletes.ts'
import { type Behind, pollStore, type StorePoll } from './poll-store.ts'
import type { Resource, ResourceStore } from './resource-store.ts'
import type { Tombstone } from './tombstones.ts'

export interface Replica {
  readonly get: (kind: string, id: string) => Resource | undefined
  /** In no particular order. */
  readonly all: (kind: string) => IteratorObject<Resource, undefined>
  readonly count: (kind: string) => number
  /** Called after resources of a kind have changed, with their identifiers; undefined: any of them. */
  readonly onChange: (kind: string, listener: ChangeListener) => void
  /** The revision of the store that has been read. */
  readonly revision: () => number
  /** Milliseconds since the store was last found to have no more changes. */
  readonly age: () => number
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

export type ChangeListener = (changed: readonly string[] | undefined) => void

export type PendingDeleteListener = (
  pending: readonly Tombstone[],
  done: (tombstone: Tombstone) => Promise<void>,
) => void

export interface ReplicaOptions {
  readonly kinds: readonly string[]
  readonly clock: Clock
  /** Told when the store goes away and when it is back, once each. */
  readonly onAvailable: (available: boolean, message: string) => void
}

const PAGE = 1_000

/** Rejects with a `StoreError` if the store cannot be read at the start. */
export async function openReplica(store: ResourceStore, options: ReplicaOptions): Promise<Replica> {
  const { clock, onAvailable } = options
  const kinds = new Map(options.kinds.map(kind => [kind, new Map<string, Resource>()]))
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
      for (const [id, resource] of found) held.set(id, resource)
      notify(kind, undefined)
    }
  }
  const loadChanged = async (changed: readonly { readonly kind: string; readonly id: string }[]) => {
    const byKind = Map.groupBy(
      changed.filter(({ kind }) => kinds.has(kind)),
      ({ kind }) => kind,
    )
    for (const [kind, items] of byKind) {
      const held = kinds.get(kind)
      for (const { id } of items) {
        const resource = await store.read(kind, id)
        if (resource === undefined || pending.has(kind, id)) held?.delete(id)
        else held?.set(id, resource)
      }
      notify(
        kind,
        items.map(({ id }) => id),
      )
    }
  }
  const hide = ({ kind, id }: Tombstone): void => {
    if (kinds.get(kind)?.delete(id) === true) notify(kind, [id])
  }
  const catchUp = async (): Promise<void> => {
    // Before the store, which has deleted what is not there any more.
    for (const tombstone of await pending.look()) hide(tombstone)
    const started = clock.monotonic()
    const now = await store.revision()
    if (now !== seen) {
      const changes = seen < 0 ? undefined : await store.changesSince(seen)
      if (changes?.changed === undefined) await loadAll()
      else await loadChanged(changes.changed)
      seen = changes?.revision ?? now
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
      const all = pending.all()
      if (all.length > 0) for (const listener of pendingListeners) listener(all, pending.remove)
    })
    return looking
  }
  let poll: StorePoll | undefined
  await catchUp()
  store.onHint(() => void look())
  poll = pollStore(clock, look)
  return {
    get: (kind, id) => kinds.get(kind)?.get(id),
    all: kind => (kinds.get(kind) ?? new Map<string, Resource>()).values(),
    count: kind => kinds.get(kind)?.size ?? 0,
    onChange: (kind, listener) => {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    revision: () => seen,
    age: () => clock.monotonic() - lookedAt + (poll?.uncounted() ?? 0),
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
