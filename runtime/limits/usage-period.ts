// The period of a budget: a pure function of the policy and the time, in UTC. Its start is part of the counter's key, so
// nothing has to be reset.
import type { UsagePolicy } from '../../schemas/generated/types.ts'

export interface UsagePeriod {
  /** Milliseconds since the epoch; 0 where usage has always been counted. */
  readonly start: number
  /** When usage starts again; absent for never. */
  readonly end?: number
}

export type PeriodRule = Pick<UsagePolicy, 'reset' | 'resetDays' | 'nextReset' | 'lastReset'>

const DAY = 86_400_000
/** 1970-01-05, the first Monday. */
const FIRST_MONDAY = 4 * DAY

export function usagePeriod(rule: PeriodRule, now: number): UsagePeriod {
  const { reset, resetDays, nextReset, lastReset = 0 } = rule
  if (nextReset !== undefined && now < nextReset) return { start: lastReset, end: nextReset }
  if (resetDays !== undefined) return periodOf(now, resetDays * DAY, nextReset ?? 0)
  if (reset === undefined) return { start: nextReset ?? 0 }
  const period = reset === 'weekly' ? periodOf(now, 7 * DAY, FIRST_MONDAY) : monthOf(now)
  // The first period after a reset at a given time is shorter.
  return nextReset !== undefined && nextReset > period.start ? { ...period, start: nextReset } : period
}

function periodOf(now: number, length: number, anchor: number): UsagePeriod {
  const start = anchor + Math.floor((now - anchor) / length) * length
  return { start, end: start + length }
}

function monthOf(now: number): UsagePeriod {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) }
}
