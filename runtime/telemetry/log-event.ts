// Log records of events outside of single requests.
import type { GatewayEvent } from '../values/event.ts'

/** `time` is in milliseconds since the epoch. */
export function toEventRecord(notice: GatewayEvent, time: number): object {
  const at = { time: new Date(time).toISOString() }
  switch (notice.kind) {
    case 'circuit':
      return {
        ...at,
        level: notice.to === 'open' ? 'warning' : 'notice',
        message: CIRCUITS[notice.to],
        circuit: notice.circuit,
      }
    case 'service':
      return {
        ...at,
        level: notice.available ? 'notice' : 'warning',
        message: notice.message,
        service: notice.service,
      }
    case 'guard': {
      const { guard, side, trace, verdict, result } = notice
      const level = verdict === 'passed' ? 'notice' : 'warning'
      const sentence = result === undefined ? {} : { result }
      return { ...at, level, message: GUARDS[verdict], trace, guard, side, ...sentence }
    }
    case 'alert':
      return { ...at, level: 'warning', message: notice.message, limit: notice.policy }
    case 'decision': {
      const { config, release, sample } = notice
      const message = `Release ${release} would send this call elsewhere.`
      return { ...at, level: 'notice', message, config, ...sample }
    }
    case 'sink':
      return {
        ...at,
        level: notice.available && notice.lost === undefined ? 'notice' : 'warning',
        message: notice.message,
        sink: notice.sink,
        ...(notice.lost !== undefined && { lost: notice.lost }),
      }
    case 'shed':
      return { ...at, level: 'warning', message: 'Records were lost.', sink: notice.sink, lost: notice.count }
    case 'worker':
      return {
        ...at,
        level: notice.running ? 'notice' : 'error',
        message: notice.message,
        worker: notice.worker,
      }
    case 'bug':
      return { ...at, ...toBugRecord(notice.bug, notice.trace) }
  }
}

const CIRCUITS = {
  open: 'Circuit opened: the target failed too often and is not called for a while.',
  'half-open': 'Circuit half-open: one call is let through to test whether the target has recovered.',
  closed: 'Circuit closed: the target has recovered.',
} as const

const GUARDS = {
  passed: 'An asynchronous guardrail passed.',
  failed: 'An asynchronous guardrail failed.',
  erred: 'An asynchronous guardrail could not be evaluated.',
  shed: 'An asynchronous guardrail was skipped, since too many were running.',
} as const

/** The log record of an unexpected error. Only stack frames: the message may contain secrets. */
export const toBugRecord = (bug: unknown, trace: string): object => ({
  level: 'error',
  trace,
  message: 'Unexpected error in the gateway.',
  stack: bug instanceof Error ? `${bug.name}\n${framesOf(bug)}` : typeof bug,
})

const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')
