// Redis client with a short deadline per command. After a failure it is marked unavailable and reconnected with
// exponential backoff; no commands are queued meanwhile.
import { PATIENCE } from '../../limits/fleet/counter-store.ts'
import type { Clock } from '../../values/ports.ts'
import { CONNECTION_CLOSED, connect } from './connect.ts'
import { fairTimeout } from './fair-timeout.ts'
import type { RedisAddress } from './redis-address.ts'
import type { OpenRedis, RedisConnection, RedisReply } from './redis-connection.ts'

/** Milliseconds. */
export interface RedisTimeouts {
  /** How long a request waits for a reply. */
  readonly response: number
  /** How long nothing may arrive while one waits that is in a line. */
  readonly inLine: number
  /** How long a connection may leave a command unanswered, or take to open. */
  readonly unresponsive: number
  /** The first reconnect delay, which doubles each time. */
  readonly initialBackoff: number
  readonly maxBackoff: number
}

export const REDIS_TIMEOUTS: RedisTimeouts = {
  response: 50,
  inLine: PATIENCE,
  unresponsive: 1000,
  initialBackoff: 1000,
  maxBackoff: 30_000,
}

/** Consecutive late replies that close the connection. */
const MAX_LATE_RESPONSES = 3

export interface RedisClient {
  /** The server's reply; undefined at once while it is unavailable, or after `timeout` milliseconds. */
  readonly call: (
    command: string,
    args: readonly (string | Uint8Array)[],
    timeout?: number,
  ) => Promise<Exclude<RedisReply, 'lost'> | undefined>
  /**
   * The same for commands that many may wait behind each other for: the timeout begins again with every reply, until the connection
   * counts as unresponsive.
   */
  readonly callInLine: RedisClient['call']
  /** False: a command would get no reply. */
  readonly isOpen: () => boolean
  /** How many connections were opened. */
  readonly connections: () => number
  /** Closes the connection and reconnects later; `reason` is a short phrase for the log. */
  readonly disconnect: (reason: string) => void
  /** Resolves when the first connection attempt has succeeded or failed. */
  readonly firstAttempt: Promise<void>
  readonly close: () => void
}

/** Called once when the server becomes unavailable, with a short reason, and once when it is back. */
export type OnRedisAvailability = (available: boolean, reason: string) => void

interface PendingCommand {
  readonly sentAt: number
  /** It has waited for too long; time in which this process did nothing else does not count. */
  isOverdue: boolean
}

/** `currentAddress` is called before each attempt, because passwords may be rotated. */
export function createResilientRedis(
  open: OpenRedis,
  currentAddress: () => RedisAddress | string,
  clock: Clock,
  onAvailability: OnRedisAvailability,
  timeouts = REDIS_TIMEOUTS,
): RedisClient {
  let connection: RedisConnection | undefined
  let closed = false
  let available = true
  /** Since the last reply in time. */
  let failedAttempts = 0
  let lateResponses = 0
  let cancelReconnect = (): void => {}
  /** Unanswered commands, oldest first. */
  const pending = new Set<PendingCommand>()
  let opened = 0
  let overdue = 0
  let lastReplyAt = Number.NEGATIVE_INFINITY

  const reportAvailability = (isAvailable: boolean, reason: string): void => {
    if (available === isAvailable) return
    available = isAvailable
    onAvailability(isAvailable, reason)
  }
  const scheduleReconnect = (reason: string): void => {
    if (closed) return
    reportAvailability(false, reason)
    const backoff = Math.min(timeouts.initialBackoff * 2 ** failedAttempts, timeouts.maxBackoff)
    failedAttempts += 1
    cancelReconnect()
    cancelReconnect = clock.after(backoff, () => void attempt())
  }
  const drop = (dropped: RedisConnection, reason: string): void => {
    if (connection !== dropped) return
    dropped.close()
    connection = undefined
    pending.clear()
    overdue = 0
    lateResponses = 0
    scheduleReconnect(reason)
  }

  const attempt = async (): Promise<void> => {
    const result = await connect(open, currentAddress(), clock, timeouts.unresponsive, dropped => {
      if (dropped !== undefined) drop(dropped, CONNECTION_CLOSED)
    })
    if (typeof result === 'string') return scheduleReconnect(result)
    if (closed) return result.close()
    connection = result
    opened += 1
    reportAvailability(true, '')
  }

  const isStalled = (): boolean => overdue > 0
  const send = (
    command: string,
    args: readonly (string | Uint8Array)[],
    timeout: number,
    isInLine: boolean,
  ): ReturnType<RedisClient['call']> => {
    const openConnection = connection
    // A reply behind an overdue one would be overdue, too.
    if (openConnection === undefined || isStalled()) return Promise.resolve(undefined)
    const pendingCommand: PendingCommand = { sentAt: clock.monotonic(), isOverdue: false }
    pending.add(pendingCommand)
    return new Promise(resolve => {
      const isOldest = (): boolean => pending.values().next().value === pendingCommand
      let cancelTimeout = (): void => {}
      const wait = (milliseconds: number): void => {
        cancelTimeout = fairTimeout(clock, milliseconds, giveUp)
      }
      const giveUp = (): void => {
        const now = clock.monotonic()
        const left = lastReplyAt + timeout - now
        if (isInLine && left > 0 && now - pendingCommand.sentAt < timeouts.unresponsive) return wait(left)
        if (isInLine || timeout <= timeouts.response) {
          pendingCommand.isOverdue = true
          overdue += 1
        }
        resolve(undefined)
        if (timeout < timeouts.unresponsive && isOldest()) lateResponses += 1
        if (lateResponses >= MAX_LATE_RESPONSES) drop(openConnection, 'it responds too slowly')
        cancelTimeout = clock.after(Math.max(0, timeouts.unresponsive - timeout), () =>
          drop(openConnection, 'it does not respond'),
        )
      }
      wait(timeout)
      void openConnection.send(command, args).then(reply => {
        cancelTimeout()
        if (pending.delete(pendingCommand) && pendingCommand.isOverdue) overdue -= 1
        lastReplyAt = clock.monotonic()
        if (reply === 'lost') {
          resolve(undefined)
          return drop(openConnection, CONNECTION_CLOSED)
        }
        if (!pendingCommand.isOverdue && (isInLine || timeout <= timeouts.response)) {
          lateResponses = 0
          failedAttempts = 0
        }
        resolve(reply)
      })
    })
  }
  return {
    call: (command, args, timeout = timeouts.response) => send(command, args, timeout, false),
    callInLine: (command, args, timeout = timeouts.inLine) => send(command, args, timeout, true),
    isOpen: () => connection !== undefined && !isStalled(),
    connections: () => opened,
    disconnect: reason => {
      if (connection !== undefined) drop(connection, reason)
    },
    firstAttempt: attempt(),
    close: () => {
      closed = true
      cancelReconnect()
      connection?.close()
      connection = undefined
    },
  }
}
