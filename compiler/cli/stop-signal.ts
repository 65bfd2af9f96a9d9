// Commands that run until they are stopped.

/** Resolves at the next SIGINT or SIGTERM. */
export const untilStopSignal = (): Promise<void> =>
  new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
