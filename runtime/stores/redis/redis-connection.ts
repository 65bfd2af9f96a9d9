// The contract of a Redis connection, independent of the client library. Nothing rejects: errors and lost connections are
// returned as values.
import type { RedisAddress } from './redis-address.ts'

/** Strings as bytes; null for a missing value. */
export type RedisValue = Uint8Array | number | null | readonly RedisValue[]

export type RedisReply =
  | { readonly value: RedisValue }
  /** The error code, such as `OOM`: the message after it may repeat what was sent. */
  | { readonly errorCode: string }
  /** The connection was closed before the reply arrived. */
  | 'lost'

export interface RedisConnection {
  readonly send: (command: string, args: readonly (string | Uint8Array)[]) => Promise<RedisReply>
  /** Closes it at once; pending commands may be lost. Idempotent. */
  readonly close: () => void
}

/**
 * Opens one connection, which does not reconnect: returns it, or a short reason why there is none. `onResponseClose` is called
 * once when the open connection is closed.
 */
export type OpenRedis = (
  address: RedisAddress,
  timeoutMs: number,
  onClose: () => void,
) => Promise<RedisConnection | string>
