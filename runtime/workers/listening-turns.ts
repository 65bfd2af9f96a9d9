// When each worker listens. All of them do at once, when all have loaded: a port that only one worker listens on gives it the first
// connections, those of the pools that clients open. Where the system chooses a port, the first worker finds out which.
import type { PortNumbers } from '../process/open-listeners.ts'

export interface ListeningTurns {
  /** A worker has loaded; resolves when it may listen. */
  readonly wait: (worker: number, wanted: PortNumbers) => Promise<PortNumbers>
  /** Resolves when this worker waits. */
  readonly waits: (worker: number) => Promise<void>
  /** Whether the ports are known, so that all may listen at once. */
  readonly areKnown: () => boolean
  readonly openFirst: () => void
  /** For all, also for those that replace others later. */
  readonly openAll: (bound?: PortNumbers) => void
}

export function createListeningTurns(count: number): ListeningTurns {
  const arrived = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const first = Promise.withResolvers<PortNumbers | undefined>()
  const others = Promise.withResolvers<PortNumbers | undefined>()
  let asked: PortNumbers | undefined
  return {
    wait: async (worker, wanted) => {
      asked ??= wanted
      arrived[worker]?.resolve()
      // One that replaces the first worker listens where the others do.
      const known = worker === 0 ? await Promise.race([others.promise, first.promise]) : await others.promise
      return known ?? wanted
    },
    waits: worker => arrived[worker]?.promise ?? Promise.resolve(),
    areKnown: () => asked !== undefined && Object.values(asked).every(port => port !== 0),
    openFirst: () => first.resolve(undefined),
    openAll: bound => others.resolve(bound),
  }
}
