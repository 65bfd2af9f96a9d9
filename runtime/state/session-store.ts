// The contract of a store of sessions: short strings with a lifetime, and boxes of messages between runtimes. In process memory, or
// in a Redis that several runtimes share. A store never fails a request: what it has lost is as if it had expired.
import type { Awaitable } from '../values/awaitable.ts'

export interface SessionStore {
  /** Whether other runtimes have the same sessions. */
  readonly isShared: boolean
  readonly get: (key: string) => Awaitable<string | undefined>
  /** Stores a string for `seconds`. */
  readonly set: (key: string, text: string, seconds: number) => Awaitable<void>
  readonly remove: (key: string) => Awaitable<void>
  /** Puts a message into a box, which is stored for `seconds`. */
  readonly push: (box: string, message: string, seconds: number) => Awaitable<void>
  /** Takes all messages out of a box, in the order in which they came. */
  readonly take: (box: string) => Awaitable<readonly string[]>
}
