// What a month costs before and after a change, by the traffic of a log: its days are a sample of those to come.
import { formatDollars } from '../../validate/reporting/format-bound.ts'

const DAY = 86_400_000
/** Days of a month. */
export const MONTH_DAYS = 30
/** Whole days of a log below which they say too little about others: a week has all kinds of days. */
const LEAST_DAYS = 7

export interface MonthOfSide {
  /** US dollars that are to be expected. */
  readonly dollars: number
  /** 95 of 100 months stay below this; absent if the log does not cover a whole week. */
  readonly p95?: number
}

export interface MonthForecast {
  readonly before: MonthOfSide
  readonly after: MonthOfSide
  /** From the first record to the last. */
  readonly days: number
  /** Requests whose cost is known at both sides. */
  readonly requests: number
  /** Requests without tokens or prices, or whose way is not decided. */
  readonly unknown: number
}

interface Dollars {
  before: number
  after: number
}

export function createMonthForecast() {
  const costs = new Map<number, Dollars>()
  let [first, last, requests, unknown] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]

  const monthOf = (side: keyof Dollars, span: number): MonthOfSide => {
    const all = [...costs.values()].reduce((sum, each) => sum + each[side], 0)
    const dollars = (all / span) * MONTH_DAYS
    // A first and a last day are parts of days.
    const whole = Math.floor(last / DAY) - Math.ceil(first / DAY)
    if (whole < LEAST_DAYS) return { dollars }
    const days = Array.from(
      { length: whole },
      (_each, index) => costs.get(Math.ceil(first / DAY) + index)?.[side] ?? 0,
    )
    return { dollars, p95: dollars + quantile95(whole - 1) * deviationOfMonth(days) }
  }
  return {
    /** US dollars of one request. */
    add: (time: number, before: number, after: number): void => {
      requests += 1
      const day = costs.get(Math.floor(time / DAY)) ?? { before: 0, after: 0 }
      day.before += before
      day.after += after
      costs.set(Math.floor(time / DAY), day)
    },
    addUnknown: (): void => {
      unknown += 1
    },
    /** Every record belongs to the period, whatever it costs. */
    see: (time: number): void => {
      first = Math.min(first, time)
      last = Math.max(last, time)
    },
    /** Undefined where the log has no cost, or only one moment. */
    result: (): MonthForecast | undefined => {
      const span = (last - first) / DAY
      if (!(span > 0) || requests === 0) return undefined
      return {
        before: monthOf('before', span),
        after: monthOf('after', span),
        ...{ days: span, requests, unknown },
      }
    },
  }
}

/** Of the sum of the days of a month, with what is not known of the mean of all days. */
function deviationOfMonth(days: readonly number[]): number {
  const mean = days.reduce((sum, each) => sum + each, 0) / days.length
  const variance = days.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (days.length - 1)
  return Math.sqrt(variance * (MONTH_DAYS + MONTH_DAYS ** 2 / days.length))
}

/** The quantile 0.95 of Student's t: the expansion of Abramowitz and Stegun, 26.7.5, within 0.1% from 6 degrees of freedom on. */
function quantile95(freedom: number): number {
  const z = 1.644854
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ]
  return terms.reduce((sum, term, index) => sum + term / freedom ** index, 0)
}

/** Above the budget: by what 95 of 100 months stay below, where that is known. */
export const isAbove = ({ dollars, p95 = dollars }: MonthOfSide, budget: number): boolean => p95 > budget

const thousands = (dollars: number): string =>
  dollars >= 1000 ? `$${Math.round(dollars).toLocaleString('en-US')}` : formatDollars(dollars)

/** `$3,870, p95 $4,020` */
const sideText = ({ dollars, p95 }: MonthOfSide): string =>
  p95 === undefined ? thousands(dollars) : `${thousands(dollars)}, p95 ${thousands(p95)}`

/** `budget`: of the side after; `before` is absent if nothing is compared. */
export function forecastSentence(
  { before, after }: { readonly before?: MonthOfSide | undefined; readonly after: MonthOfSide },
  budget: number | undefined,
): string {
  const sentence =
    before === undefined
      ? `A month costs ${sideText(after)}.`
      : Math.abs(after.dollars - before.dollars) < 0.005
        ? `A month costs ${sideText(after)}, before and after this change.`
        : `This change moves the month from ${thousands(before.dollars)} to ${sideText(after)}.`
  if (budget === undefined) return sentence
  return `${sentence} The budget of a month is ${thousands(budget)}${isAbove(after, budget) ? ', which is less' : ''}.`
}

export function forecastNotes({ days, requests, unknown, after }: MonthForecast): readonly string[] {
  const period = days >= 1 ? `${days.toFixed(1)} days` : `${(days * 24).toFixed(1)} hours`
  return [
    `A month is ${MONTH_DAYS} days like the ${period} of the log, by the cost of ${requests} requests.`,
    ...(after.p95 === undefined ? [`A p95 needs ${LEAST_DAYS} whole days.`] : []),
    ...(unknown === 0
      ? []
      : [
          `${unknown} ${unknown === 1 ? 'is' : 'are'} in no sum: tokens, a price or the way of the request are not known.`,
        ]),
  ]
}
