// When a budget starts anew: a function of the policy and the time, in UTC (control-plane facts, rows 5 and 6).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PeriodRule, usagePeriod } from '../../../runtime/limits/usage-period.ts'

const at = (text: string): number => Date.parse(text)
const iso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().replace('.000Z', 'Z')

describe('The period of a budget', () => {
  it.each<readonly [string, PeriodRule, string, string, string | undefined]>([
    [
      'weekly begins on Monday',
      { reset: 'weekly' },
      '2026-11-23T00:00:00Z',
      '2026-11-23T00:00:00Z',
      '2026-11-30T00:00:00Z',
    ],
    [
      'weekly ends with Sunday',
      { reset: 'weekly' },
      '2026-11-22T23:59:59.999Z',
      '2026-11-16T00:00:00Z',
      '2026-11-23T00:00:00Z',
    ],
    [
      'monthly begins on the first',
      { reset: 'monthly' },
      '2026-12-31T23:59:59Z',
      '2026-12-01T00:00:00Z',
      '2027-01-01T00:00:00Z',
    ],
    [
      'monthly knows February',
      { reset: 'monthly' },
      '2028-02-29T12:00:00Z',
      '2028-02-01T00:00:00Z',
      '2028-03-01T00:00:00Z',
    ],
    [
      'of days counts from the given reset',
      { resetDays: 10, nextReset: at('2026-11-05T06:00:00Z') },
      '2026-11-20T00:00:00Z',
      '2026-11-15T06:00:00Z',
      '2026-11-25T06:00:00Z',
    ],
    [
      'before a given reset has begun when it was set',
      { reset: 'monthly', nextReset: at('2026-12-15T00:00:00Z'), lastReset: at('2026-11-01T00:00:00Z') },
      '2026-12-14T00:00:00Z',
      '2026-11-01T00:00:00Z',
      '2026-12-15T00:00:00Z',
    ],
    [
      'after a given reset lasts to the next regular one',
      { reset: 'monthly', nextReset: at('2026-12-15T00:00:00Z') },
      '2026-12-20T00:00:00Z',
      '2026-12-15T00:00:00Z',
      '2027-01-01T00:00:00Z',
    ],
    [
      'is regular from then on',
      { reset: 'monthly', nextReset: at('2026-12-15T00:00:00Z') },
      '2027-01-01T00:00:00Z',
      '2027-01-01T00:00:00Z',
      '2027-02-01T00:00:00Z',
    ],
    ['never ends without a reset', {}, '2026-11-20T00:00:00Z', '1970-01-01T00:00:00Z', undefined],
    [
      'may be reset once',
      { nextReset: at('2026-11-10T00:00:00Z') },
      '2026-11-20T00:00:00Z',
      '2026-11-10T00:00:00Z',
      undefined,
    ],
  ])('%s', (_title, rule, now, start, end) => {
    const period = usagePeriod(rule, at(now))
    expect([iso(period.start), iso(period.end)]).toEqual([start, end])
  })

  it('contains the time, and is the same at every time within it', () => {
    const time = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') })
    const rule: fc.Arbitrary<PeriodRule> = fc.oneof(
      fc.constantFrom<PeriodRule>({ reset: 'weekly' }, { reset: 'monthly' }),
      fc.record({ resetDays: fc.integer({ min: 1, max: 365 }), nextReset: time }),
      fc.record({ reset: fc.constantFrom('weekly' as const, 'monthly' as const), nextReset: time }),
    )
    fc.assert(
      fc.property(rule, time, fc.double({ min: 0, max: 1, noNaN: true }), (given, now, part) => {
        const period = usagePeriod(given, now)
        const { start, end = Number.NaN } = period
        expect(start <= now && now < end).toBe(true)
        const other = Math.min(end - 1, Math.floor(start + (end - start) * part))
        expect(usagePeriod(given, other)).toEqual(period)
        expect(usagePeriod(given, end).start).toBe(end)
      }),
    )
  })
})
