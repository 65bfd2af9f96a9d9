// A replica that counts the resources which its readers visit: one for each look-up, and one for each item that is read of a list.
import type { Replica } from '../../runtime/control/core/replica.ts'

export interface CountedReplica {
  readonly replica: Replica
  /** Resources that were visited since the last call. */
  readonly take: () => number
}

export function countVisits(replica: Replica): CountedReplica {
  let visited = 0
  const counted = <Item>(items: readonly Item[]): readonly Item[] =>
    new Proxy(items, {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) visited++
        return Reflect.get(target, name, receiver)
      },
    })
  return {
    replica: {
      ...replica,
      get: (kind, id) => {
        visited++
        return replica.get(kind, id)
      },
      all: kind =>
        replica.all(kind).map(resource => {
          visited++
          return resource
        }),
      find: (index, value) => {
        visited++
        return counted(replica.find(index, value))
      },
    },
    take: () => {
      const count = visited
      visited = 0
      return count
    },
  }
}
