// The contract of a store of sessions: short strings with a lifetime, and boxes of messages between runtimes. In process memory, or
// in a Redis that several runtimes share. A store never throws; where the Redis does not answer, it returns what this process has
// written itself, and otherwise that it could not look: only what is known to have ended is missing.
import type { Awaitable } from '../values/awaitable.ts'

/** The shared store did not answer, and this process has no copy. */
export const UNREACHABLE: unique symbol = Symbol('unreachable')

export interface SessionStore {
  /** Whether other runtimes have the same sessions. */
  readonly isShared: boolean
  readonly get: (key: string) => Awaitable<string | undefined | typeof UNREACHABLE>
  /** Stores a string for `seconds`. */
  readonly set: (key: string, text: string, seconds: number) => Awaitable<void>
  readonly remove: (key: string) => Awaitable<void>
  /** Puts a message into a box, which is stored for `seconds`. False: the shared store did not answer, and no other runtime gets it. */
  readonly push: (box: string, message: string, seconds: number) => Awaitable<boolean>
  /** Takes all messages out of a box, in the order in which they came. */
  readonly take: (box: string) => Awaitable<readonly string[]>
}
