// The rule of a policy's counter: exact times for small limits, a ring of sub-buckets for large ones, one slot for the
// period of a budget and for requests in flight.
import type { RatePolicy } from '../../schemas/generated/types.ts'
import type { CounterRule } from './counters.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The units that have a window. */
export type WindowUnit = Exclude<RatePolicy['unit'], 'concurrent'>

const LENGTHS: { readonly [unit in WindowUnit]: number } = {
  rpm: MINUTE,
  rph: HOUR,
  rpd: DAY,
  rpw: 7 * DAY,
}

/** The largest limit for which the time of each entry is stored. */
const MAX_TIMES = 300

/** Sub-buckets of a window: a limit refuses at most one of them early. */
const SUB_BUCKETS = 60

export function slidingRule({
  unit,
  value,
}: {
  readonly unit: WindowUnit
  readonly value: number
}): CounterRule {
  const length = LENGTHS[unit]
  return { limit: value, length, width: value <= MAX_TIMES ? 1 : Math.ceil(length / SUB_BUCKETS) }
}

/** At most so many at once. */
export const heldRule = (limit: number): CounterRule => ({ limit, length: 0, width: 0, isHeld: true })

/** The rule of a policy of rates. */
export const rateRule = ({ unit, value }: Pick<RatePolicy, 'unit' | 'value'>): CounterRule =>
  unit === 'concurrent' ? heldRule(value) : slidingRule({ unit, value })

export const periodRule = (limit: number, until: number | undefined): CounterRule => ({
  limit,
  length: 0,
  width: 0,
  ...(until === undefined ? {} : { until }),
})
