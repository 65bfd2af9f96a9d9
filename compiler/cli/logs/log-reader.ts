// Where `portolan logs` reads: a running gateway over its API, or the stores of the project themselves, through the same handlers, so
// that both give the same answers and leave the same entries in the audit log. What a command does not need is not loaded.
import { addressOfOption } from '../../../runtime/stores/resources/store-address.ts'
import type { LogReader, LogReaderOptions } from './log-task.ts'

/** An exit code where no store is named. The paths are of the project whose manifest names it. */
export async function openLogReader(options: LogReaderOptions): Promise<LogReader | number> {
  const { values, terminal, filters, paths = [] } = options
  const { environment } = terminal
  const written = values['store'] ?? environment['PORTOLAN_STORE']
  const address =
    typeof written === 'string' && written !== '' ? addressOfOption(written, environment) : undefined
  if (address !== undefined && /^https?:/.test(address)) {
    const { openGatewayLogs } = await import('./gateway-logs.ts')
    return openGatewayLogs(address, environment)
  }
  if (filters !== undefined) {
    const { openListedLogs } = await import('./listed-logs.ts')
    const listed = await openListedLogs(address, { paths, filters, terminal })
    if (listed !== undefined) return listed
  }
  const { openProjectLogs } = await import('./project-logs.ts')
  return await openProjectLogs(address, { ...options, paths })
}
