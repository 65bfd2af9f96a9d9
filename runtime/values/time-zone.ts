// Days of a time zone: 23 to 25 hours long where clocks change, and none where a zone skips a date.

/** The distance of a time zone to UTC in milliseconds, until a moment; the last one has no end. */
export interface ZoneOffset {
  readonly until?: number
  readonly offset: number
}

/** A day of a zone. */
export interface ZoneDay {
  /** Its date, as midnight in UTC. */
  readonly date: number
  /** Its beginning, in milliseconds since 1970. */
  readonly time: number
}

export const DAY_LENGTH = 86_400_000

/** Zones do not change their clocks twice within it. */
const INTERVAL = 3 * DAY_LENGTH

/** The offsets of an IANA zone such as `Europe/Berlin` in a period; undefined if there is no such zone. */
export function zoneOffsets(
  zone: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly ZoneOffset[] | undefined {
  const offsetAt = linkOffset(zone)
  if (offsetAt === undefined) return undefined
  const found: ZoneOffset[] = []
  let at = from - DAY_LENGTH
  let offset = offsetAt(at)
  while (at < to + DAY_LENGTH) {
    const next = at + INTERVAL
    const changed = offsetAt(next)
    if (changed !== offset) found.push({ until: firstWith(changed, at, next, offsetAt), offset })
    ;[at, offset] = [next, changed]
  }
  return [...found, { offset }]
}

type OffsetAt = (time: number) => number

function firstWith(offset: number, before: number, after: number, offsetAt: OffsetAt): number {
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === offset) high = middle
    else low = middle
  }
  return high
}

function linkOffset(zone: string): OffsetAt | undefined {
  const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  const format = openFormat({
    timeZone: zone,
    hourCycle: 'h23',
    ...Object.fromEntries(fields.map(name => [name, 'numeric'])),
  })
  if (format === undefined) return undefined
  return time => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const [year = 0, month = 0, ...others] = fields.map(name => parts.get(name) ?? 0)
    const [day, hour, minute, second] = others
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
  }
}

function openFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', options)
  } catch {
    return undefined
  }
}

/** The date of a moment, as midnight in UTC. */
export function dateIn(offsets: readonly ZoneOffset[], time: number): number {
  const found = offsets.find(({ until }) => until === undefined || time < until)
  return Math.floor((time + (found?.offset ?? 0)) / DAY_LENGTH) * DAY_LENGTH
}

/** The days of a period in their order; the first one may begin before it. */
export function zoneDays(
  offsets: readonly ZoneOffset[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly ZoneDay[] {
  const days = new Map<number, number>()
  let start = Number.NEGATIVE_INFINITY
  for (const { until = Number.POSITIVE_INFINITY, offset } of offsets) {
    const first = Math.max(start, from - 2 * DAY_LENGTH)
    const end = Math.min(until, to)
    for (let at = first; at < end; ) {
      const date = Math.floor((at + offset) / DAY_LENGTH) * DAY_LENGTH
      const begins = Math.max(date - offset, start)
      if (!days.has(date)) days.set(date, begins)
      at = date + DAY_LENGTH - offset
    }
    start = until
  }
  const sorted = [...days].map(([date, time]): ZoneDay => ({ date, time })).sort((a, b) => a.time - b.time)
  return sorted.filter(({ time }, at) => time < to && (sorted[at + 1]?.time ?? to) > from)
}
