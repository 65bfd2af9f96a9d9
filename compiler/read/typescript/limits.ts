// Limits of a running config. Counted, not timed, where possible, so that a config behaves identically on every machine.

/** The memory of an instance of the engine, in pages of 64 KiB: 16 MiB as it is built, and 256 MiB at most. */
export const INITIAL_PAGES = 256
export const MAX_PAGES = 4096

/** The stack of the engine, in bytes; above 128 KiB the stack of the host can overflow first. */
export const STACK_LIMIT = 128 * 1024

/** Calls of the engine's interrupt handler, one per ten thousand calls and loop iterations: up to a few seconds. */
export const MAX_INTERRUPTS = 3_000

/** Turns of the engine's own loops, with each 64 bytes that it moves: one to four seconds, where a config takes milliseconds. */
export const MAX_TURNS = 600_000_000

/** The number of values in the result. */
export const MAX_VALUES = 200_000
