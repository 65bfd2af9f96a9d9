// What the memory of a body costs beside its bytes, as measured with `test/bench/memory.ts`.
import { type Failure, failure } from './failures.ts'
import { isAscii } from './is-utf8.ts'
import { type MemoryLease, OVERLOADED } from './memory-budget.ts'

/** Bytes for each byte of a body. */
const COSTS = {
  /** Its text, its values, and what is written of them for the provider: while the request runs. */
  parsed: 2,
  /** The strings that checks read, folded and rewritten, and what is spliced of them: while the checks run. */
  checked: 4,
  /** Its text as it is masked for the log: when the request is over. */
  logged: 4,
} as const

/** A string with a character beyond Latin-1 takes two bytes for each character, and its copies are collected later. */
const WIDE = 3

export type BodyUse = keyof typeof COSTS

export const memoryCostOf = (bytes: Uint8Array, use: BodyUse): number =>
  bytes.length * COSTS[use] * (isAscii(bytes) ? 1 : WIDE)

/** Why a use of a body cannot be charged; undefined where it is. Without a lease, nothing is counted. */
export function chargeUse(
  use: BodyUse,
  bytes: Uint8Array,
  memory: MemoryLease | undefined,
): Failure | undefined {
  if (memory === undefined || bytes.length === 0) return undefined
  const cost = memoryCostOf(bytes, use)
  if (memory.take(cost)) return undefined
  return memory.fitsAlone(cost) ? OVERLOADED : NEVER_FITS
}

/** Repeating the request would not help. */
const NEVER_FITS = failure(
  'body_too_large',
  'The body takes more memory to be read than the gateway has for bodies (limits.buffered_bytes).',
)

/** Returns what was charged for a use that is over. */
export const releaseUse = (use: BodyUse, bytes: Uint8Array, memory: MemoryLease | undefined): void =>
  memory?.give(memoryCostOf(bytes, use))
