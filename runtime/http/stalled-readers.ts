// Readers of streams that take nothing at the moment. Where memory is short they give way before other calls are refused: first those of
// the caller who has most of them, and of these the one that has stalled for longest.

export interface StalledReader {
  /** Whose share it counts for: a key, or the address of a client without one. */
  readonly owner: string
  /** Bytes of the budget that it holds. */
  readonly bytes: number
  /** Since when it has taken nothing, by the monotonic clock. */
  readonly since?: number
  /** Ends its stream, and returns its bytes. */
  readonly disconnect: () => void
}

export interface StalledReaders {
  readonly add: (reader: StalledReader) => void
  readonly remove: (reader: StalledReader) => void
  /** Bytes that they would return. */
  readonly held: () => number
  /** Disconnects those of an owner that have taken nothing since then. */
  readonly endOf: (owner: string, since: number) => void
  /** Disconnects readers until they have returned so many bytes, or none is left. */
  readonly release: (bytes: number) => void
}

/** `onStalling` is called when there are some, and were none. */
export function createStalledReaders(onStalling: () => void = () => {}): StalledReaders {
  const byOwner = new Map<string, Set<StalledReader>>()
  let held = 0
  const remove = (reader: StalledReader): void => {
    const own = byOwner.get(reader.owner)
    if (own?.delete(reader) !== true) return
    if (own.size === 0) byOwner.delete(reader.owner)
    held -= reader.bytes
  }
  const first = (): StalledReader | undefined => {
    let most: Set<StalledReader> | undefined
    for (const own of byOwner.values()) if (most === undefined || own.size > most.size) most = own
    return most?.values().next().value
  }
  return {
    add: reader => {
      const own = byOwner.get(reader.owner) ?? new Set()
      byOwner.set(reader.owner, own.add(reader))
      if (held === 0) onStalling()
      held += reader.bytes
    },
    remove,
    held: () => held,
    endOf: (owner, since) => {
      for (const reader of [...(byOwner.get(owner) ?? [])])
        if (reader.since !== undefined && reader.since <= since) {
          remove(reader)
          reader.disconnect()
        }
    },
    release: bytes => {
      const enough = held - bytes
      for (let reader = first(); reader !== undefined && held > enough; reader = first()) {
        remove(reader)
        reader.disconnect()
      }
    },
  }
}
