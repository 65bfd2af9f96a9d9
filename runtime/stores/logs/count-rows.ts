// Counts the rows of a batch: by hour and by day, for each group by itself (totals) and for all groups together (cells). What is
// written is added to what the store has.
import { hash } from 'node:crypto'
import { LOG_GROUPS, type LogGroup } from '../../control/logs/log-store.ts'
import type { GatheredRows } from './gather-rows.ts'
import { addCounted, type Counted, type Growing, shortened, startCounts } from './growing-counts.ts'
import { DAY, floorTo } from './log-period.ts'
import { keyOfMetadata, METADATA, OTHER, seenKey } from './seen-value.ts'

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

export interface CountedRows {
  readonly totals: readonly CountedTotal[]
  readonly cells: readonly CountedCell[]
}

/** `refused`: values beyond the cap (`seenKey`), which count as `other`; keys of the metadata beyond it do not count. */
export function countRows(gathered: GatheredRows, refused: ReadonlySet<string>): CountedRows {
  const totals = new Map<string, Growing<CountedTotal>>()
  const cells = new Map<string, Growing<CountedCell>>()
  const admit = (workspace: string, name: string, value: string): string =>
    refused.size > 0 && refused.has(seenKey(workspace, name, value)) ? OTHER : value
  const addTotal = (counted: Counted, name: string, workspace: string, given: string): void => {
    const { bucket } = counted
    const value = admit(workspace, name, given)
    const key = `${bucket}\0${seenKey(workspace, name, value)}`
    let total = totals.get(key)
    if (total === undefined) {
      total = { ...startCounts(bucket), name, workspace, value }
      totals.set(key, total)
    }
    addCounted(total, counted)
  }
  for (const each of gathered.cells) {
    const { values, bucket } = each
    const { workspace } = values
    for (const group of LOG_GROUPS) addTotal(each, group, workspace, values[group])
    const joined = LOG_GROUPS.map(group => admit(workspace, group, values[group])).join('\0')
    const key = `${bucket}\0${joined}`
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { ...startCounts(bucket), ...cellOf(joined) }
      cells.set(key, cell)
    }
    addCounted(cell, each)
  }
  for (const each of gathered.metadata) {
    const { name, workspace, value } = each
    const key = keyOfMetadata(name)
    if (admit(workspace, METADATA, key) === key) addTotal(each, name, workspace, value)
  }
  return {
    totals: withDays(totals.values(), ({ name, workspace, value }) => seenKey(workspace, name, value)),
    cells: withDays(cells.values(), ({ cell }) => cell),
  }
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

/** The counts of hours, and the same as counts of days. */
function withDays<Each extends Counted>(
  given: Iterable<Growing<Each>>,
  keyOf: (each: Each) => string,
): readonly Each[] {
  const hours = Array.from(given, shortened)
  const days = new Map<string, Growing<Each>>()
  for (const hour of hours) {
    const bucket = floorTo(hour.bucket, DAY)
    const key = `${bucket}\0${keyOf(hour)}`
    let day = days.get(key)
    if (day === undefined) {
      day = { ...hour, ...startCounts(bucket), level: 1 }
      days.set(key, day)
    }
    addCounted(day, hour)
  }
  return [...hours, ...days.values()]
}
