// What is counted, for every driver: equal to what the records say, whichever tables answer.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type GroupQuery,
  LOG_GROUPS,
  type LogFilter,
  type LogStore,
  type LogTotals,
} from '../../../../runtime/control/logs/log-store.ts'
import { zoneDays, zoneOffsets } from '../../../../runtime/values/time-zone.ts'
import type { LogRecord } from '../../../../schemas/generated/types.ts'
import { drawRecord, seededRandom } from '../../../support/drawn-records.ts'
import { matches, naiveGroups, naiveTotals } from '../../../support/naive-logs.ts'
import {
  batchOf,
  type CreateLogStore,
  DAYS,
  everything,
  HOURS,
  MINUTE,
  NOON,
  opener,
  recordOf,
} from './contract.ts'

const PERIOD = 5 * DAYS
const COUNT = 1500

/** Over some days, in several batches, not in their order. */
async function fill(store: LogStore, seed: number, end = NOON): Promise<readonly LogRecord[]> {
  const random = seededRandom(seed)
  const records = Array.from({ length: COUNT }, () => drawRecord(random, Math.floor(end - random() * PERIOD)))
  const size = COUNT / 5
  await Promise.all(
    [0, 1, 2, 3, 4].map(at =>
      store.append(batchOf(`${seed}.${at}`, records.slice(at * size, (at + 1) * size))),
    ),
  )
  return records
}

const query = (filter: LogFilter, by: GroupQuery['by'], percentiles = true): GroupQuery => ({
  filter,
  by,
  sort: 'requests',
  descending: true,
  offset: 0,
  limit: 5000,
  percentiles,
})

/** To a microsecond, and not between two: the sums are of whole ones. */
const rounded = (totals: LogTotals): Record<string, number> =>
  Object.fromEntries(
    Object.entries(totals).map(([name, value]) => [name, Math.round(value * 1000 + 0.003) / 1000]),
  )

const timeAt = (hours: number): string => new Date(NOON - hours * HOURS - 1).toISOString()

const withoutPercentiles = (totals: LogTotals): Record<string, undefined> =>
  Object.fromEntries(Object.keys(totals).flatMap(name => (/^p\d/.test(name) ? [[name, undefined]] : [])))

const anyGroup: fc.Arbitrary<GroupQuery['by']> = fc.oneof(
  fc.constantFrom(...LOG_GROUPS),
  fc.constantFrom('_user', 'team', 'nothing').map(metadata => ({ metadata })),
)

const numbered = (prefix: string, limit: number): fc.Arbitrary<readonly string[]> =>
  fc.array(
    fc.nat(limit).map(number => `${prefix}-${number}`),
    { minLength: 1, maxLength: 4 },
  )

const anyFilter: fc.Arbitrary<LogFilter> = fc
  .record(
    {
      scope: fc.oneof(fc.constant('all' as const), numbered('workspace', 9)),
      from: fc.nat(PERIOD).map(age => NOON - age),
      length: fc.oneof(fc.nat(3 * HOURS), fc.nat(PERIOD)),
      keys: numbered('key', 40),
      configs: numbered('config', 20),
      prompts: numbered('prompt', 12),
      models: fc.oneof(
        numbered('model', 24),
        fc.constantFrom(['openai__model-4', 'model-5'], ['stored-1__model-1']),
      ),
      services: fc.constantFrom(['openai'], ['google', 'bedrock']),
      statuses: fc.constantFrom([200], [429, 500]),
      cache: fc.constant(['HIT', 'MISS']),
      isSuccess: fc.boolean(),
      cost: fc.constantFrom({ min: 4_000_000 }, { min: 1, max: 3_000_000 }),
      milliseconds: fc.constantFrom({ min: 1000.5 }, { max: 2000 }),
      tokens: fc.constant({ max: 2000 }),
      metadata: fc.constantFrom({ team: 'team-3' }, { team: 'team-1', environment: 'production' }),
      error: fc.constantFrom('TIMED out', 'upstream', 'never'),
    },
    { requiredKeys: ['scope', 'from', 'length'] },
  )
  .chain(({ from, length, ...rest }) => {
    const names = Object.keys(rest).filter(name => name !== 'scope') as (keyof typeof rest)[]
    // Few conditions, or nothing is left to be counted.
    return fc.subarray(names, { maxLength: Math.min(2, names.length) }).map(chosen => ({
      ...Object.fromEntries(chosen.map(name => [name, rest[name]])),
      scope: rest.scope,
      from,
      to: from + length,
    }))
  })

export function countContract(create: CreateLogStore): void {
  const opened = opener(create)

  describe('counts', () => {
    it('of groups are those of the records, for any filter and period; percentiles of few records are exact', async () => {
      const store = await opened()
      const records = await fill(store, 1)
      await fc.assert(
        fc.asyncProperty(anyFilter, anyGroup, async (filter, by) => {
          const { groups, total, exact } = await store.groups(query(filter, by))
          const expected = naiveGroups(records, filter, by)
          expect(exact).toBe(true)
          expect(total).toBe(expected.size)
          expect(Object.fromEntries(groups.map(({ value, totals }) => [value, rounded(totals)]))).toEqual(
            Object.fromEntries([...expected].map(([value, totals]) => [value, rounded(totals)])),
          )
          expect(await store.count(filter)).toBe(records.filter(record => matches(record, filter)).length)
        }),
        { numRuns: 80 },
      )
    })

    it('of graphs are those of the records, by minutes, hours and days', async () => {
      const store = await opened()
      const records = await fill(store, 2)
      await fc.assert(
        fc.asyncProperty(anyFilter, fc.constantFrom(MINUTE, HOURS, DAYS), async (filter, step) => {
          const { points, summary, exact } = await store.graph({ filter, step, percentiles: true })
          const found = records.filter(record => matches(record, filter))
          const expected = Map.groupBy(found, ({ time }) => Math.floor(Date.parse(time) / step) * step)
          expect(exact).toBe(true)
          expect(points.map(({ time, totals }) => [time, rounded(totals)])).toEqual(
            [...expected].sort(([a], [b]) => a - b).map(([time, each]) => [time, rounded(naiveTotals(each))]),
          )
          expect(rounded(summary)).toEqual(rounded(naiveTotals(found)))
        }),
        { numRuns: 40 },
      )
    })

    it.each([
      ['Europe/Berlin', '2026-10-27T09:00:00Z'],
      ['Europe/Berlin', '2026-03-31T09:00:00Z'],
      ['America/St_Johns', '2026-11-03T09:00:00Z'],
      ['America/Santiago', '2026-09-08T09:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-06T09:00:00Z'],
      ['Asia/Kolkata', '2026-10-27T09:00:00Z'],
      ['UTC', '2026-10-27T09:00:00Z'],
    ])('of days in %s before %s are those of the records with that date', async (zone, last) => {
      const store = await opened()
      const end = Date.parse(last)
      const records = await fill(store, 5, end)
      const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
      const dateOf = (time: number | string): string => date.format(new Date(time))
      await fc.assert(
        fc.asyncProperty(anyFilter, fc.boolean(), async (drawn, percentiles) => {
          const filter = { ...drawn, from: drawn.from - NOON + end, to: drawn.to - NOON + end }
          if (filter.from === filter.to) return
          const days = zoneOffsets(zone, filter) ?? []
          const { points, summary } = await store.graph({ filter, step: DAYS, days, percentiles })
          const found = records.filter(record => matches(record, filter))
          const expected = Map.groupBy(found, ({ time }) => dateOf(time))
          const naive = (each: readonly LogRecord[]) => rounded(naiveTotals(each))
          const comparable = (totals: LogTotals, given: Record<string, number>) =>
            percentiles ? given : { ...given, ...withoutPercentiles(totals) }
          expect(
            points.map(({ time, totals }) => [new Date(time).toISOString().slice(0, 10), rounded(totals)]),
          ).toEqual(
            [...expected]
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([day, each]) => [day, comparable(naiveTotals(each), naive(each))]),
          )
          expect(summary.requests).toBe(found.length)
          const listed = zoneDays(days, filter)
          for (const [at, { date: day, time }] of listed.entries()) {
            expect(dateOf(time)).toBe(new Date(day).toISOString().slice(0, 10))
            expect(dateOf(time - 1)).not.toBe(dateOf(time))
            const next = listed[at + 1]?.time ?? filter.to
            expect(
              found.filter(record => Date.parse(record.time) >= time && Date.parse(record.time) < next),
            ).toHaveLength(expected.get(dateOf(time))?.length ?? 0)
          }
        }),
        { numRuns: 25 },
      )
    })

    it('have percentiles of the times until replies began', async () => {
      const store = await opened()
      const times = [10, 20, 30, 40, 50]
      await store.append(
        batchOf('first', [
          recordOf(0, { time: new Date(NOON - 1).toISOString(), milliseconds: 900 }),
          ...times.map((firstToken, at) =>
            recordOf(at + 1, { time: new Date(NOON - MINUTE).toISOString(), firstToken }),
          ),
        ]),
      )
      const { points, summary, exact } = await store.graph({
        filter: { ...everything, from: NOON - DAYS, to: NOON },
        step: DAYS,
        percentiles: true,
        isFirstToken: true,
      })
      expect(exact).toBe(true)
      expect([summary, points[0]?.totals]).toEqual([
        expect.objectContaining({ requests: 6, p50: 30, p90: 46 }),
        expect.objectContaining({ requests: 6, p50: 30, p90: 46 }),
      ])
    })

    it('lists have the records of any filter and period, page by page, the newest first', async () => {
      const store = await opened()
      const records = [
        ...(await fill(store, 6)),
        ...[0, 30, 90].map(hours => recordOf(hours, { model: 'rare', time: timeAt(hours) })),
      ]
      await store.append(batchOf('rare', records.slice(-3)))
      const order = (a: LogRecord, b: LogRecord) => Date.parse(b.time) - Date.parse(a.time)
      const listed = async (filter: LogFilter, size: number): Promise<readonly LogRecord[]> => {
        const found: LogRecord[] = []
        for (let after: string | undefined; ; ) {
          const page = await store.list(filter, size, after)
          expect(page.records.length).toBeLessThanOrEqual(size)
          found.push(...page.records.map(({ record }) => record))
          after = page.next
          if (after === undefined) return found
        }
      }
      const rare = await listed({ ...everything, models: ['rare'] }, 1)
      expect(rare.map(({ time }) => time)).toEqual([0, 30, 90].map(timeAt))
      await fc.assert(
        fc.asyncProperty(anyFilter, fc.constantFrom(40, 700), async (filter, size) => {
          const found = await listed(filter, size)
          const expected = records.filter(record => matches(record, filter)).sort(order)
          expect(found.map(({ time }) => time)).toEqual(expected.map(({ time }) => time))
          expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
        }),
        { numRuns: 60 },
      )
    })

    it('outlive the records; percentiles are within 1 % then, whatever the order of the batches', async () => {
      const store = await opened()
      const records = await fill(store, 3)
      const later = NOON + 30 * DAYS
      await store.prune({ records: 10 * DAYS, bodies: DAYS, totals: 1000 * DAYS }, later)
      expect((await store.list(everything, 10)).records).toEqual([])
      for (const [filter, by] of [
        [everything, 'model'],
        [everything, { metadata: 'team' }],
        [{ ...everything, models: ['model-1', 'model-2'] }, 'api_key'],
        [{ ...everything, scope: ['workspace-1', 'workspace-2'] }, 'status_code'],
      ] as const satisfies readonly (readonly [LogFilter, GroupQuery['by']])[]) {
        const { groups, exact } = await store.groups(query(filter, by))
        const expected = naiveGroups(records, filter, by)
        expect(exact).toBe(false)
        expect(groups).toHaveLength(expected.size)
        for (const { value, totals } of groups) {
          const naive: LogTotals = expected.get(value) ?? naiveTotals([])
          for (const name of ['p50', 'p90', 'p95', 'p99'] as const)
            expect(Math.abs((totals[name] ?? 0) / (naive[name] ?? 1) - 1)).toBeLessThan(0.01)
          const counted = { ...totals, p50: 0, p90: 0, p95: 0, p99: 0 }
          expect(rounded(counted)).toEqual(rounded({ ...naive, p50: 0, p90: 0, p95: 0, p99: 0 }))
        }
      }
    })

    it('are sorted and paged', async () => {
      const store = await opened()
      const records = await fill(store, 4)
      const expected = [...naiveGroups(records, everything, 'api_key')]
      for (const [sort, measure] of [
        ['requests', (each: LogTotals) => each.requests],
        ['cost', (each: LogTotals) => each.cost ?? 0],
        ['tokens', (each: LogTotals) => each.inputTokens + each.outputTokens],
        ['lastSeen', (each: LogTotals) => each.lastSeen ?? 0],
      ] as const)
        for (const descending of [true, false]) {
          const seen: number[] = []
          for (let offset = 0; offset < expected.length; offset += 100) {
            const page = await store.groups({
              ...query(everything, 'api_key', false),
              sort,
              descending,
              offset,
              limit: 100,
            })
            expect(page.total).toBe(expected.length)
            seen.push(...page.groups.map(({ totals }) => measure(totals)))
          }
          const sorted = expected
            .map(([, totals]) => measure(totals))
            .sort((a, b) => (descending ? b - a : a - b))
          expect(seen).toEqual(sorted)
        }
    })

    it('of values beyond the cap are one group; the cap is of a workspace and a group, and filters still find them', async () => {
      const store = await opened()
      const many = Array.from({ length: 10_030 }, (_, at) =>
        recordOf(at, {
          time: new Date(NOON - at * 10).toISOString(),
          model: `model-${at}`,
          key: `key-${at}`,
        }),
      )
      await store.append(batchOf('a', many.slice(0, 10_010)))
      await store.append(batchOf('b', many.slice(10_010)))
      await store.append(batchOf('c', [recordOf(1, { workspace: 'other-team', model: 'model-of-others' })]))
      const { groups, total } = await store.groups({ ...query(everything, 'model', false), limit: 1 })
      expect([groups[0]?.value, groups[0]?.totals.requests, total]).toEqual(['other', 30, 10_002])
      const others = await store.groups(query({ ...everything, scope: ['other-team'] }, 'model', false))
      expect(others.groups.map(({ value }) => value)).toEqual(['model-of-others'])
      expect((await store.groups(query(everything, 'api_key', false))).total).toBe(10_031)
      expect(await store.count({ ...everything, models: ['model-10020'] })).toBe(1)
      expect(await store.count({ ...everything, models: ['model-1'] })).toBe(1)
    })

    it('of whatever providers and clients report can be read: each record counts up to a bound, and sums have none', async () => {
      const store = await opened()
      const huge = Number.MAX_SAFE_INTEGER
      const tokens = { input: huge, output: huge, cached: huge, source: 'provider' } as const
      const records = Array.from({ length: 200 }, (_, at) =>
        recordOf(at, { milliseconds: 1e300, cost: 1e300, tokens, model: 'huge' }),
      )
      await store.append(batchOf('a', records.slice(0, 100)))
      await store.append(batchOf('b', records.slice(100)))
      await store.append(batchOf('c', [recordOf(200, { milliseconds: 7, model: 'usual' })]))
      // Hours and days that are counted, and rows that are searched.
      for (const filter of [everything, { ...everything, tokens: { min: 0 } }]) {
        const { groups } = await store.groups({ ...query(filter, 'model', false), cachedTokens: true })
        expect(groups.map(({ value, totals }) => [value, totals.cost, totals.inputTokens])).toContainEqual([
          'huge',
          200e14,
          200e12,
        ])
      }
      const usual = await store.groups(query({ ...everything, models: ['usual'] }, 'model'))
      expect(usual.groups[0]?.totals.meanLatency).toBe(7)
    })
  })
}
