// The period of a view: a length that ends now, or two times. It is in the address, so that a link shows the same.
import { address, changeQuery, queryOf } from '../address.ts'
import { timeZone } from '../format.ts'
import { now } from './values.tsx'

export interface Period {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** The length that ends now; absent where both times are in the address. */
  readonly length?: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LENGTHS: readonly { readonly id: string; readonly title: string; readonly milliseconds: number }[] = [
  { id: '15m', title: 'Last 15 minutes', milliseconds: 15 * MINUTE },
  { id: '1h', title: 'Last hour', milliseconds: HOUR },
  { id: '6h', title: 'Last 6 hours', milliseconds: 6 * HOUR },
  { id: '24h', title: 'Last 24 hours', milliseconds: DAY },
  { id: '7d', title: 'Last 7 days', milliseconds: 7 * DAY },
  { id: '30d', title: 'Last 30 days', milliseconds: 30 * DAY },
]

/** Steps in which a period that ends now moves on, so that requests for it are not all different. */
const STEP = 10_000

/** The period of the address, else the length that the screen begins with. */
export function usePeriod(first = '1h'): Period {
  const { from: since, to: until } = address.value.query
  const from = since === undefined ? Number.NaN : Date.parse(since)
  const to = until === undefined ? Number.NaN : Date.parse(until)
  if (from < to) return { from, to }
  const wanted = queryOf('period') ?? first
  const length =
    LENGTHS.find(({ id }) => id === wanted) ?? LENGTHS.find(({ id }) => id === first) ?? LENGTHS[1]
  const end = Math.ceil(now.value / STEP) * STEP
  return { from: end - (length?.milliseconds ?? HOUR), to: end, length: length?.id ?? first }
}

/** The filters of records that a period is. */
export const periodQuery = ({ from, to }: Pick<Period, 'from' | 'to'>) => ({
  time_of_generation_min: new Date(from).toISOString(),
  time_of_generation_max: new Date(to).toISOString(),
})

/** The step of graphs: minutes up to six hours, hours up to a week, then days of the viewer. */
export const stepOf = ({ from, to }: Pick<Period, 'from' | 'to'>): string =>
  to - from <= 6 * HOUR ? 'minute' : to - from <= 7 * DAY ? 'hour' : 'day'

const pad = (value: number): string => String(value).padStart(2, '0')

/** The form of a field for local times. */
const localOf = (time: number): string => {
  const date = new Date(time)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

export function PeriodFilter({
  period,
  drops = ['cursor'],
}: {
  readonly period: Period
  readonly drops?: readonly string[]
}) {
  const others = Object.fromEntries(drops.map(name => [name, undefined]))
  const choose = (value: string): void =>
    value === 'times'
      ? changeQuery({
          ...others,
          period: undefined,
          from: new Date(period.from).toISOString(),
          to: new Date(period.to).toISOString(),
        })
      : changeQuery({ ...others, period: value, from: undefined, to: undefined })
  const change = (name: 'from' | 'to', text: string): void => {
    const time = new Date(text).getTime()
    if (!Number.isNaN(time)) changeQuery({ ...others, [name]: new Date(time).toISOString() })
  }
  return (
    <>
      <label class="field">
        <span>Period</span>
        <select
          value={period.length ?? 'times'}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {LENGTHS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          <option value="times">From … to …</option>
        </select>
      </label>
      {period.length === undefined &&
        (['from', 'to'] as const).map(name => (
          <label key={name} class="field">
            <span>
              {name === 'from' ? 'From' : 'To'} ({timeZone})
            </span>
            <input
              type="datetime-local"
              value={localOf(period[name])}
              onChange={({ currentTarget }) => change(name, currentTarget.value)}
            />
          </label>
        ))}
    </>
  )
}
