// What happened beside single requests, as lines of the log; what is only counted gives none.
import type { Notice } from '../notice.ts'

/** `time` is in milliseconds since the epoch. */
export function describeNotice(notice: Notice, time: number): object | undefined {
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
    case 'guard':
    case 'cache':
      return undefined
  }
}

const CIRCUITS = {
  open: 'A circuit opened: its target failed too often and is left alone for a while.',
  'half-open': 'A circuit lets one call through to see whether its target has recovered.',
  closed: 'A circuit closed: its target has recovered.',
} as const
