// What was deleted although the store could not be written: hidden from all readers of this process at once, and from those of other
// processes when they look into the room that the store reserves for it.
import type { ResourceStore } from './resource-store.ts'
import { StoreError } from './store-error.ts'
import type { Tombstone } from './tombstones.ts'

export interface PendingDeletes {
  readonly has: (kind: string, id: string) => boolean
  readonly all: () => readonly Tombstone[]
  /** Reads the room; returns those that are new. Never rejects. */
  readonly look: () => Promise<readonly Tombstone[]>
  /** Whether it is written, too: otherwise it ends with this process. */
  readonly add: (tombstone: Tombstone) => Promise<boolean>
  /** The store has no such resource any more. Never rejects. */
  readonly remove: (tombstone: Tombstone) => Promise<void>
}

const nameOf = ({ kind, id }: Pick<Tombstone, 'kind' | 'id'>): string => `${kind}/${id}`

export function openPendingDeletes({ tombstones: room }: Pick<ResourceStore, 'tombstones'>): PendingDeletes {
  /** Those of this process that were not yet seen in the room. */
  const own = new Map<string, Tombstone>()
  let all = new Map<string, Tombstone>()
  const look = async (): Promise<readonly Tombstone[]> => {
    let written: readonly Tombstone[] = []
    try {
      written = (await room?.read()) ?? []
    } catch {
      // What is known stays.
      written = [...all.values()]
    }
    const before = all
    for (const each of written) own.delete(nameOf(each))
    all = new Map([...own.values(), ...written].map(each => [nameOf(each), each]))
    return [...all.values()].filter(each => !before.has(nameOf(each)))
  }
  return {
    has: (kind, id) => all.size > 0 && all.has(nameOf({ kind, id })),
    all: () => [...all.values()],
    look,
    add: async tombstone => {
      all.set(nameOf(tombstone), tombstone)
      own.set(nameOf(tombstone), tombstone)
      try {
        await room?.write(tombstone)
        return room !== undefined
      } catch (error) {
        if (error instanceof StoreError) return false
        throw error
      }
    },
    remove: async tombstone => {
      try {
        await room?.clear(tombstone)
        own.delete(nameOf(tombstone))
        all.delete(nameOf(tombstone))
      } catch {
        // It is removed again after the next look.
      }
    },
  }
}
