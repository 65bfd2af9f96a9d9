// Reports the CPU and memory usage of a measured process on request.

export interface Usage {
  /** CPU time in microseconds since the process started. */
  readonly cpu: number
  /** Of that, the thread that serves requests. */
  readonly mainThread: number
  /** Resident memory in bytes. */
  readonly memory: number
}

/** Answers until the bench has ended, and ends with it. */
export function answerUsage(): void {
  process.once('disconnect', () => process.exit())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const thread = process.threadCpuUsage()
    process.send?.({
      cpu: user + system,
      mainThread: thread.user + thread.system,
      memory: process.memoryUsage.rss(),
    } satisfies Usage)
  })
}
