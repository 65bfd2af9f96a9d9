// When runtimes that follow a store give a sign of life.

/** Milliseconds between two heartbeats of a runtime. */
export const HEARTBEAT = 5_000

/** Milliseconds without a heartbeat after which a runtime counts as gone: it was killed, or does not run. */
export const HEARTBEAT_TIMEOUT = 2 * HEARTBEAT + 1_000
