// What happened beside single requests, as lines of the log.
import type { Notice } from '../notice.ts'
import { describeBug } from './describe.ts'

/** `time` is in milliseconds since the epoch. */
export function describeNotice(notice: Notice, time: number): object {
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
      const told = result === undefined ? {} : { result }
      return { ...at, level, message: GUARDS[verdict], trace, guard, side, ...told }
    }
    case 'bug':
      return { ...at, ...describeBug(notice.bug, notice.trace) }
  }
}

const CIRCUITS = {
  open: 'A circuit opened: its target failed too often and is left alone for a while.',
  'half-open': 'A circuit lets one call through to see whether its target has recovered.',
  closed: 'A circuit closed: its target has recovered.',
} as const

const GUARDS = {
  passed: 'A guardrail that runs after the reply passed.',
  failed: 'A guardrail that runs after the reply failed.',
  erred: 'A guardrail that runs after the reply could not judge.',
  shed: 'A guardrail that runs after the reply was shed, since too many were under way.',
} as const
