// What a config may use while it runs. Counted, not timed, where possible: the same config ends the same way anywhere.

/** Bytes of the engine's heap. */
export const MEMORY = 64 * 1024 * 1024

/** Bytes of the engine's stack; above 128 KiB the host's own stack can run out first. */
export const STACK = 128 * 1024

/** Calls of the engine's interrupt function, one for every ten thousand calls and turns of a loop: up to some seconds of work. */
export const INTERRUPTS = 3_000

/** Values of a config once its loops are done. */
export const VALUES = 200_000
