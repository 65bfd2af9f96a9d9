// A connection to a Redis as a contract of two functions, so that another client is another file. Nothing rejects:
// what the server says and what becomes of the connection are values.
import type { RedisAddress } from './read-address.ts'

/** Bytes for texts; null for what is not there. */
export type RedisValue = Uint8Array | number | null | readonly RedisValue[]

export type Answer =
  | { readonly value: RedisValue }
  /** The first word of the server's error, such as `OOM`: the rest of it may repeat what was sent. */
  | { readonly refused: string }
  /** The connection ended before the answer came. */
  | 'lost'

export interface RedisConnection {
  readonly send: (command: string, args: readonly (string | Uint8Array)[]) => Promise<Answer>
  /** Ends it at once; what was sent may be lost. Harmless after its end. */
  readonly close: () => void
}

/**
 * Opens one connection, which is never opened anew by itself: gives it, or a few words on why there is none. `lost` is
 * called once when the open connection has ended. `patience` is in milliseconds.
 */
export type OpenRedis = (
  address: RedisAddress,
  patience: number,
  lost: () => void,
) => Promise<RedisConnection | string>
