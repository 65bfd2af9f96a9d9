// What only the operator can correct at an authorization server, in the log: one line for a server and a cause, at most once an hour.
import type { Clock } from '../../values/ports.ts'
import type { TokenFault } from './request-tokens.ts'

export type ReportRefusal = (server: string, fault: TokenFault) => void

const INTERVAL = 3_600_000
/** Causes are those of a remote party, so their number is limited. */
const MAX_REPORTS = 1_000

export function createRefusalReports(
  clock: Pick<Clock, 'monotonic'>,
  log: (level: 'error', message: string) => void,
): ReportRefusal {
  const reported = new Map<string, number>()
  return (server, { refusal, cause, failure }) => {
    if (refusal !== 'operator') return
    const now = clock.monotonic()
    const key = `${server} ${cause}`
    const last = reported.get(key)
    if (last !== undefined && now - last < INTERVAL) return
    for (const [each, at] of reported) if (now - at >= INTERVAL) reported.delete(each)
    if (reported.size >= MAX_REPORTS) return
    reported.set(key, now)
    log('error', `${failure.message} No connection was removed.`)
  }
}
