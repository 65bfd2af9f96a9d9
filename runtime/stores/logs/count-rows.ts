// Counts the rows of a batch: by hour and by day, for each group alone (totals) and for all groups together (cells). What is
// written is added to what the store has.
import { hash } from 'node:crypto'
import { LOG_GROUPS, type LogGroup } from '../../control/logs/log-store.ts'
import { latencyEntry } from './latency-histogram.ts'
import { addCounts, emptyCounts, type LogCounts } from './log-counts.ts'
import { DAY, floorTo, HOUR } from './log-period.ts'
import type { LogRow } from './log-row.ts'

/** 0: hours. 1: days. */
export type CountLevel = 0 | 1

export interface Counted {
  readonly level: CountLevel
  /** The beginning of the hour or the day, in milliseconds since 1970. */
  readonly bucket: number
  readonly counts: LogCounts
  /** The entries of a histogram, one for each request. */
  readonly latencies: readonly number[]
}

/** The requests of a workspace that share one value of a group. */
export interface CountedTotal extends Counted {
  /** A group, or a key of the metadata as `metadata:KEY`. */
  readonly name: string
  readonly workspace: string
  readonly value: string
}

/** The requests that share the values of all groups. */
export interface CountedCell extends Counted {
  /** Identifies the values. */
  readonly cell: string
  readonly values: Readonly<Record<LogGroup, string>>
}

/** A value that a filter may have, for the dictionary. */
export interface SeenValue {
  readonly workspace: string
  /** As of a total, or `metadata` for the keys of the metadata. */
  readonly name: string
  readonly value: string
  readonly uses: number
  readonly last: number
}

/** In place of values beyond the cap. */
export const OTHER = 'other'

export const METADATA = 'metadata'
export const metadataName = (key: string): string => `${METADATA}:${key}`

export const seenKey = (workspace: string, name: string, value: string): string =>
  `${name}\0${workspace}\0${value}`

/** The values of the rows. */
export function seenValues(rows: readonly LogRow[]): readonly SeenValue[] {
  const seen = new Map<string, { -readonly [Name in keyof SeenValue]: SeenValue[Name] }>()
  const see = ({ workspace, time }: LogRow, name: string, value: string): void => {
    if (value === '') return
    const key = seenKey(workspace, name, value)
    const found = seen.get(key)
    if (found === undefined) seen.set(key, { workspace, name, value, uses: 1, last: time })
    else {
      found.uses += 1
      found.last = Math.max(found.last, time)
    }
  }
  for (const row of rows) {
    for (const group of LOG_GROUPS) see(row, group, row[group])
    for (const [key, value] of Object.entries(row.metadata)) {
      see(row, METADATA, key)
      see(row, metadataName(key), value)
    }
  }
  return [...seen.values()]
}

export interface CountedRows {
  readonly totals: readonly CountedTotal[]
  readonly cells: readonly CountedCell[]
}

/** `refused`: values beyond the cap (`seenKey`), which count as `other`; keys of the metadata beyond it do not count. */
export function countRows(rows: readonly LogRow[], refused: ReadonlySet<string>): CountedRows {
  const totals = new Map<string, Growing<CountedTotal>>()
  const cells = new Map<string, Growing<CountedCell>>()
  for (const row of rows) {
    const { workspace } = row
    const bucket = floorTo(row.time, HOUR)
    const admit = (name: string, value: string): string =>
      refused.size > 0 && refused.has(seenKey(workspace, name, value)) ? OTHER : value
    const addTotal = (name: string, given: string): void => {
      const value = admit(name, given)
      const key = `${bucket}\0${seenKey(workspace, name, value)}`
      let total = totals.get(key)
      if (total === undefined) {
        total = { level: 0, bucket, name, workspace, value, counts: emptyCounts(), latencies: [] }
        totals.set(key, total)
      }
      countIn(total, row)
    }
    for (const group of LOG_GROUPS) addTotal(group, row[group])
    for (const [key, value] of Object.entries(row.metadata))
      if (admit(METADATA, key) === key) addTotal(metadataName(key), value)
    const values = LOG_GROUPS.map(group => admit(group, row[group])).join('\0')
    const key = `${bucket}\0${values}`
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { level: 0, bucket, ...cellOf(values), counts: emptyCounts(), latencies: [] }
      cells.set(key, cell)
    }
    countIn(cell, row)
  }
  return {
    totals: [
      ...totals.values(),
      ...byDay(totals.values(), ({ name, workspace, value }) => seenKey(workspace, name, value)),
    ],
    cells: [...cells.values(), ...byDay(cells.values(), ({ cell }) => cell)],
  }
}

/** While it is counted. */
type Growing<Each extends Counted> = Each & { readonly latencies: number[] }

function countIn({ counts, latencies }: Growing<Counted>, row: LogRow): void {
  addCounts(counts, row.counts)
  latencies.push(latencyEntry(row.latency))
}

function cellOf(joined: string): Pick<CountedCell, 'cell' | 'values'> {
  const values = joined.split('\0')
  return {
    cell: hash('sha256', joined, 'base64url').slice(0, 22),
    values: Object.fromEntries(
      LOG_GROUPS.map((group, at) => [group, values[at] ?? '']),
    ) as CountedCell['values'],
  }
}

/** The counts of hours as counts of days. */
function byDay<Each extends Counted>(hours: Iterable<Each>, keyOf: (each: Each) => string): readonly Each[] {
  const days = new Map<string, Growing<Each>>()
  for (const hour of hours) {
    const bucket = floorTo(hour.bucket, DAY)
    const key = `${bucket}\0${keyOf(hour)}`
    let day = days.get(key)
    if (day === undefined) {
      day = { ...hour, level: 1, bucket, counts: emptyCounts(), latencies: [] }
      days.set(key, day)
    }
    addCounts(day.counts, hour.counts)
    day.latencies.push(...hour.latencies)
  }
  return [...days.values()]
}
