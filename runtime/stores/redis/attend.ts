// Redis client with a short deadline per command. After a failure it is marked unavailable and reconnected with
// exponential backoff; no commands are queued meanwhile.
import type { Clock } from '../../ports.ts'
import type { Answer, OpenRedis, RedisConnection } from './connection.ts'
import { inHalves } from './in-halves.ts'
import { ENDED, reach } from './reach.ts'
import type { RedisAddress } from './read-address.ts'

/** Milliseconds. */
export interface Limits {
  /** How long a request waits for a reply. */
  readonly answer: number
  /** How long a connection may leave a command unanswered, or take to open. */
  readonly silence: number
  /** The first reconnect delay, which doubles each time. */
  readonly rest: number
  readonly longestRest: number
}

export const LIMITS: Limits = { answer: 50, silence: 1000, rest: 1000, longestRest: 30_000 }

/** Consecutive late replies that close the connection. */
const MOST_LATE = 3

export interface Redis {
  /** The server's reply; undefined at once while it is unavailable, or after `timeout` milliseconds. */
  readonly ask: (
    command: string,
    args: readonly (string | Uint8Array)[],
    limit?: number,
  ) => Promise<Exclude<Answer, 'lost'> | undefined>
  /** Closes the connection and reconnects later; `reason` is a short phrase for the log. */
  readonly giveUp: (reason: string) => void
  /** Resolves when the first connection attempt has succeeded or failed. */
  readonly tried: Promise<void>
  readonly close: () => void
}

/** Called once when the server becomes unavailable, with a short reason, and once when it is back. */
export type TellAvailable = (available: boolean, reason: string) => void

interface Sent {
  readonly at: number
}

/** `currentAddress` is called before each attempt, because passwords may be rotated. */
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
  /** Since the last reply in time. */
  let rests = 0
  let late = 0
  let stopRest = (): void => {}
  /** Unanswered commands, oldest first. */
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
    // A reply behind an overdue one would be overdue, too.
    if (current === undefined || isStalled()) return Promise.resolve(undefined)
    const sent: Sent = { at: clock.now() }
    pending.add(sent)
    return new Promise(resolve => {
      const isOldest = (): boolean => pending.values().next().value === sent
      let stop = inHalves(clock, limit, () => {
        resolve(undefined)
        if (limit < limits.silence && isOldest()) late += 1
        if (late >= MOST_LATE) drop(current, 'it responds too slowly')
        stop = clock.after(Math.max(0, limits.silence - limit), () => drop(current, 'it does not respond'))
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
