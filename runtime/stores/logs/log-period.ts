// Which part of a period is answered by daily counts, which by hourly ones, and which by the records themselves.

/** `from` is included, `to` is not. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export interface PeriodParts {
  readonly days: readonly TimeSpan[]
  readonly hours: readonly TimeSpan[]
  readonly rows: readonly TimeSpan[]
}

/** What the store has, in milliseconds since 1970. */
export interface LogBounds {
  /** Absent if nothing is stored. */
  readonly newest?: number
  /** Records before it were dropped; counts of them may be there. */
  readonly recordsFrom: number
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const floorTo = (time: number, step: number): number => Math.floor(time / step) * step
const ceilTo = (time: number, step: number): number => Math.ceil(time / step) * step

const spans = (...all: readonly TimeSpan[]): readonly TimeSpan[] => all.filter(({ from, to }) => from < to)

/** The parts cover the period, and no moment twice. */
export function dividePeriod({ from, to }: TimeSpan, withDays: boolean): PeriodParts {
  const [hourFrom, hourTo] = [ceilTo(from, HOUR), floorTo(to, HOUR)]
  if (hourFrom >= hourTo) return { days: [], hours: [], rows: spans({ from, to }) }
  const rows = spans({ from, to: hourFrom }, { from: hourTo, to })
  const [dayFrom, dayTo] = [ceilTo(hourFrom, DAY), floorTo(hourTo, DAY)]
  if (!withDays || dayFrom >= dayTo) return { days: [], hours: [{ from: hourFrom, to: hourTo }], rows }
  return {
    days: [{ from: dayFrom, to: dayTo }],
    hours: spans({ from: hourFrom, to: dayFrom }, { from: dayTo, to: hourTo }),
    rows,
  }
}

/**
 * The same records by fewer parts: behind the newest record there is nothing, so the period may as well end with its day. Where
 * the records were dropped, whole hours are all that is known.
 */
export function widenPeriod({ from, to }: TimeSpan, { newest, recordsFrom }: LogBounds): TimeSpan {
  const isOpen = newest === undefined || to > newest
  return {
    from: from < recordsFrom ? floorTo(from, HOUR) : from,
    to: isOpen ? ceilTo(to, DAY) : to < recordsFrom ? ceilTo(to, HOUR) : to,
  }
}
