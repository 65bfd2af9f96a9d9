// Reports the CPU and memory usage of a measured process on request.

export interface Usage {
  /** CPU time in microseconds since the process started. */
  readonly cpu: number
  /** Resident memory in bytes. */
  readonly memory: number
}

export function answerUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies Usage)
  })
}
