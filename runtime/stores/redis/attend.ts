// A Redis that may be slow or gone: whoever asks it hears within a moment, or that it is away. After a failure it rests,
// longer each time, and is then greeted anew; nothing is queued for it meanwhile.
import type { Clock } from '../../ports.ts'
import type { Answer, OpenRedis, RedisConnection } from './connection.ts'
import { inHalves } from './in-halves.ts'
import { ENDED, reach } from './reach.ts'
import type { RedisAddress } from './read-address.ts'

/** Milliseconds. */
export interface Limits {
  /** That a request waits for an answer. */
  readonly answer: number
  /** That a connection may be silent about what it was asked, or take to open. */
  readonly silence: number
  /** Of the first rest, which doubles each time. */
  readonly rest: number
  readonly longestRest: number
}

export const LIMITS: Limits = { answer: 50, silence: 1000, rest: 1000, longestRest: 30_000 }

/** Answers in a row that came too late. */
const MOST_LATE = 3

export interface Redis {
  /** What the server says; undefined at once while it is away, and when it does not answer within `limit`. */
  readonly ask: (
    command: string,
    args: readonly (string | Uint8Array)[],
    limit?: number,
  ) => Promise<Exclude<Answer, 'lost'> | undefined>
  /** Lets it rest, for a reason in a few words. */
  readonly giveUp: (reason: string) => void
  /** Resolves when the first attempt to reach it has ended, well or not. */
  readonly tried: Promise<void>
  readonly close: () => void
}

/** Told once on the way down, with a few words on why, and once on the way up. */
export type TellAvailable = (available: boolean, reason: string) => void

interface Sent {
  readonly at: number
}

/** `locate` is asked before each attempt: passwords are renewed. */
export function attendRedis(
  open: OpenRedis,
  locate: () => RedisAddress | string,
  clock: Clock,
  tell: TellAvailable,
  limits = LIMITS,
): Redis {
  let connection: RedisConnection | undefined
  let closed = false
  let available = true
  /** Since the last answer that came in time. */
  let rests = 0
  let late = 0
  let stopRest = (): void => {}
  /** Unanswered, the oldest first. */
  const pending = new Set<Sent>()

  const tellOnce = (now: boolean, reason: string): void => {
    if (available === now) return
    available = now
    tell(now, reason)
  }
  const rest = (reason: string): void => {
    if (closed) return
    tellOnce(false, reason)
    const milliseconds = Math.min(limits.rest * 2 ** rests, limits.longestRest)
    rests += 1
    stopRest()
    stopRest = clock.after(milliseconds, () => void attempt())
  }
  const drop = (which: RedisConnection, reason: string): void => {
    if (connection !== which) return
    which.close()
    connection = undefined
    pending.clear()
    late = 0
    rest(reason)
  }

  const attempt = async (): Promise<void> => {
    const reached = await reach(open, locate(), clock, limits.silence, which => {
      if (which !== undefined) drop(which, ENDED)
    })
    if (typeof reached === 'string') return rest(reached)
    if (closed) return reached.close()
    connection = reached
    tellOnce(true, '')
  }

  const isStalled = (): boolean => {
    const [oldest] = pending
    return oldest !== undefined && clock.now() - oldest.at > limits.answer
  }
  const ask: Redis['ask'] = (command, args, limit = limits.answer) => {
    const current = connection
    // Behind an answer that is overdue another one would be, too.
    if (current === undefined || isStalled()) return Promise.resolve(undefined)
    const sent: Sent = { at: clock.now() }
    pending.add(sent)
    return new Promise(resolve => {
      const isOldest = (): boolean => pending.values().next().value === sent
      let stop = inHalves(clock, limit, () => {
        resolve(undefined)
        if (limit < limits.silence && isOldest()) late += 1
        if (late >= MOST_LATE) drop(current, 'it answers too slowly')
        stop = clock.after(Math.max(0, limits.silence - limit), () => drop(current, 'it does not answer'))
      })
      void current.send(command, args).then(answer => {
        stop()
        pending.delete(sent)
        if (answer === 'lost') {
          resolve(undefined)
          return drop(current, ENDED)
        }
        if (clock.now() - sent.at <= limits.answer) {
          late = 0
          rests = 0
        }
        resolve(answer)
      })
    })
  }
  return {
    ask,
    giveUp: reason => {
      if (connection !== undefined) drop(connection, reason)
    },
    tried: attempt(),
    close: () => {
      closed = true
      stopRest()
      connection?.close()
      connection = undefined
    },
  }
}
