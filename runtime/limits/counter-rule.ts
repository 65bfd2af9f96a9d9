// The rule of a policy's counter: exact times for small limits, a ring of sub-buckets for large ones, one slot for the
// period of a budget.
import type { RatePolicy } from '../../schemas/generated/types.ts'
import type { CounterRule } from './counters.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const LENGTHS: { readonly [unit in RatePolicy['unit']]: number } = {
  rpm: MINUTE,
  rph: HOUR,
  rpd: DAY,
  rpw: 7 * DAY,
}

/** The largest limit for which the time of each entry is stored. */
const MAX_TIMES = 300

/** Sub-buckets of a window: a limit refuses at most one of them early. */
const SUB_BUCKETS = 60

export function slidingRule({ unit, value }: Pick<RatePolicy, 'unit' | 'value'>): CounterRule {
  const length = LENGTHS[unit]
  return { limit: value, length, width: value <= MAX_TIMES ? 1 : Math.ceil(length / SUB_BUCKETS) }
}

export const periodRule = (limit: number, until: number | undefined): CounterRule => ({
  limit,
  length: 0,
  width: 0,
  ...(until === undefined ? {} : { until }),
})
