// A measured process tells its own figures when asked.

export interface Usage {
  /** Microseconds of CPU since the process began. */
  readonly cpu: number
  /** Bytes of resident memory. */
  readonly memory: number
}

export function answerUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies Usage)
  })
}
