// Opens a driver in this thread: of the worker of a log store, or of a command that only reads.
import type { Clock } from '../../values/ports.ts'
import type { LogDriver, LogWorkerOptions } from './log-driver.ts'

export async function openLogDriver(
  { driver, address, ring, readOnly }: LogWorkerOptions,
  clock: Clock,
): Promise<LogDriver> {
  if (driver === 'sqlite') {
    const { openFileLogs } = await import('./sqlite/open-file-logs.ts')
    return openFileLogs(address, ring, clock.now, readOnly)
  }
  const { openServerLogs } = await import('./postgres/open-server-logs.ts')
  return await openServerLogs(address, ring, clock)
}
