// What is counted of the requests of an hour or a day that share something, while they are added.
import { latencyEntry, shortenEntries } from './latency-histogram.ts'
import { addCounts, emptyCounts, type LogCounts } from './log-counts.ts'
import type { LogRow } from './log-row.ts'

/** 0: hours. 1: days. */
export type CountLevel = 0 | 1

export interface Counted {
  readonly level: CountLevel
  /** The beginning of the hour or the day, in milliseconds since 1970. */
  readonly bucket: number
  readonly counts: LogCounts
  /** The entries of a histogram. */
  readonly latencies: readonly number[]
}

/** While it is counted. */
export type Growing<Each extends Counted> = Each & { readonly latencies: number[] }

/** Of an hour. */
export const startCounts = (bucket: number): Growing<Counted> => ({
  level: 0,
  bucket,
  counts: emptyCounts(),
  latencies: [],
})

export function addRow({ counts, latencies }: Growing<Counted>, row: LogRow): void {
  addCounts(counts, row.counts)
  latencies.push(latencyEntry(row.latency))
}

export function addCounted({ counts, latencies }: Growing<Counted>, from: Counted): void {
  addCounts(counts, from.counts)
  for (const entry of from.latencies) latencies.push(entry)
}

/** Latencies beyond which equal ones are counted together. */
const MANY_LATENCIES = 100

/** With shorter lists, before these are added to several counts or written. */
export const shortened = <Each extends Counted>(each: Growing<Each>): Growing<Each> =>
  each.latencies.length > MANY_LATENCIES ? { ...each, latencies: shortenEntries(each.latencies) } : each
