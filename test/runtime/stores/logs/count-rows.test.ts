// What a batch counts, against the plainest way to count it: row by row.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LOG_GROUPS } from '../../../../runtime/control/logs/log-store.ts'
import { countRows } from '../../../../runtime/stores/logs/count-rows.ts'
import { gatherRows, seenValues } from '../../../../runtime/stores/logs/gather-rows.ts'
import type { Counted } from '../../../../runtime/stores/logs/growing-counts.ts'
import {
  joinEntries,
  latencyBucket,
  latencyEntry,
  shortenEntries,
  unpackLatencies,
} from '../../../../runtime/stores/logs/latency-histogram.ts'
import { type LogRow, rowsOf } from '../../../../runtime/stores/logs/log-row.ts'
import { seenKey } from '../../../../runtime/stores/logs/seen-value.ts'
import { batchOf, DAYS, HOURS, NOON, recordOf } from './contract.ts'

/** Few values, so that rows share them; `other` is also a value that anyone may send. */
const anyText = fc.constantFrom('', 'a', 'b', 'other')
const anyRow: fc.Arbitrary<LogRow> = fc
  .record({
    time: fc.constantFrom(0, 1, HOURS, 13 * HOURS).map(age => new Date(NOON - age).toISOString()),
    milliseconds: fc.constantFrom(0, 1, 1.5, 2000),
    workspace: anyText,
    model: anyText,
    key: anyText,
    cost: fc.nat(5),
    metadata: fc.dictionary(fc.constantFrom('k', 'other', '1', '__proto__'), anyText),
  })
  .map(rest => {
    const [row] = rowsOf(batchOf('a', [recordOf(1, rest)]))
    if (row === undefined) throw new Error('A batch of one record has a row.')
    return row
  })

/** Copies, so that lists are long enough to be shortened. */
const anyRows = fc
  .tuple(fc.array(anyRow, { maxLength: 12 }), fc.constantFrom(1, 2, 150))
  .map(([rows, times]) => rows.flatMap(row => Array.from({ length: times }, () => row)))

const histogramOf = (entries: Iterable<number>): Readonly<Record<string, number>> => {
  const histogram = new Map<number, number>()
  unpackLatencies(histogram, entries)
  return Object.fromEntries(histogram)
}

type Naive = Record<string, { requests: number; cost: number; latencies: Record<string, number> }>

function naiveAdd(all: Naive, key: string, row: LogRow): void {
  all[key] ??= { requests: 0, cost: 0, latencies: {} }
  const found = all[key]
  found.requests += 1
  found.cost += row.counts.cost
  found.latencies[row.latency] = (found.latencies[row.latency] ?? 0) + 1
}

const asNaive = <Each extends Counted>(
  all: readonly Each[],
  keyOf: (each: Each) => readonly unknown[],
): Naive =>
  Object.fromEntries(
    all.map(each => [
      JSON.stringify([each.level, each.bucket, ...keyOf(each)]),
      {
        requests: each.counts.requests,
        cost: each.counts.cost,
        latencies: histogramOf(each.latencies),
      },
    ]),
  )

it('totals, cells and the values of a batch are those of its rows', () => {
  fc.assert(
    fc.property(anyRows, fc.array(fc.nat(30), { maxLength: 4 }), (rows, chosen) => {
      const gathered = gatherRows(rows)
      const seen = seenValues(gathered)
      const refused = new Set(
        chosen.flatMap(at => seen[at] ?? []).map(each => seenKey(each.workspace, each.name, each.value)),
      )
      const admit = (row: LogRow, name: string, value: string): string =>
        refused.has(seenKey(row.workspace, name, value)) ? 'other' : value
      const [totals, cells]: [Naive, Naive] = [{}, {}]
      const uses = new Map<string, number>()
      for (const row of rows) {
        const names = Object.keys(row.metadata).filter(key => admit(row, 'metadata', key) === key)
        const values = [
          ...LOG_GROUPS.map(group => [group, row[group]] as const),
          ...names.map(key => [`metadata:${key}`, row.metadata[key] ?? ''] as const),
        ]
        for (const [level, length] of [HOURS, DAYS].entries()) {
          const bucket = Math.floor(row.time / length) * length
          const place = [level, bucket]
          for (const [name, value] of values)
            naiveAdd(totals, JSON.stringify([...place, row.workspace, name, admit(row, name, value)]), row)
          const groups = LOG_GROUPS.map(group => admit(row, group, row[group]))
          naiveAdd(cells, JSON.stringify([...place, ...groups]), row)
        }
        for (const [name, value] of [
          ...LOG_GROUPS.map(group => [group, row[group]] as const),
          ...Object.entries(row.metadata).flatMap(
            ([key, each]) => [['metadata', key] as const, [`metadata:${key}`, each] as const] as const,
          ),
        ]) {
          const key = seenKey(row.workspace, name, value)
          if (value !== '') uses.set(key, (uses.get(key) ?? 0) + 1)
        }
      }
      const counted = countRows(gathered, refused)
      expect(asNaive(counted.totals, each => [each.workspace, each.name, each.value])).toEqual(totals)
      expect(asNaive(counted.cells, each => LOG_GROUPS.map(group => each.values[group]))).toEqual(cells)
      // In the order of the rows within each dictionary: the cap admits the first ones.
      expect(
        Object.fromEntries(seen.map(each => [seenKey(each.workspace, each.name, each.value), each.uses])),
      ).toEqual(Object.fromEntries(uses))
      const models = (keys: Iterable<string>): readonly string[] =>
        [...keys].filter(key => key.startsWith('model\0'))
      expect(models(seen.map(each => seenKey(each.workspace, each.name, each.value)))).toEqual(
        models(uses.keys()),
      )
    }),
    { numRuns: 200 },
  )
})

it('histograms count the same when they are shortened and joined, however many requests they have', () => {
  const anyEntries = fc.array(
    fc
      .tuple(fc.double({ min: 0, max: 1e12, noNaN: true }), fc.constantFrom(1, 3, 2 ** 20 - 1))
      .map(([micros, count]) => latencyEntry(latencyBucket(micros)) - 1 + count),
    { maxLength: 600 },
  )
  fc.assert(
    fc.property(anyEntries, anyEntries, (first, second) => {
      const expected = histogramOf([...first, ...second])
      expect(histogramOf(joinEntries(Int32Array.from(first), Int32Array.from(second)))).toEqual(expected)
      expect(histogramOf(shortenEntries([...first, ...second]))).toEqual(expected)
    }),
  )
  const full = Array.from({ length: 1000 }, () => latencyEntry(2047) - 1 + 2 ** 20 - 1)
  expect(shortenEntries(full)).toEqual(full)
})
