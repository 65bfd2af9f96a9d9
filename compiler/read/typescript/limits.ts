// Limits of a running config. Counted, not timed, where possible, so that a config behaves identically on every machine.

/** The heap of the engine, in bytes. */
export const MEMORY_LIMIT = 64 * 1024 * 1024

/** The stack of the engine, in bytes; above 128 KiB the stack of the host can overflow first. */
export const STACK_LIMIT = 128 * 1024

/** Calls of the engine's interrupt handler, one per ten thousand calls and loop iterations: up to a few seconds. */
export const MAX_INTERRUPTS = 3_000

/** The number of values in the result. */
export const MAX_VALUES = 200_000
