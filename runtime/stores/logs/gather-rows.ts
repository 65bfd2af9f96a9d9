// Gathers the rows of a batch by the values that they share, before it is known which values are within the cap. Most rows of a
// batch share the values of all groups: what is counted of groups is then added a few times, and not for each row.
import { LOG_GROUPS, type LogGroup } from '../../control/logs/log-store.ts'
import { SESSION_KEY } from '../../values/session.ts'
import { addRow, type Counted, type Growing, shortened, startCounts } from './growing-counts.ts'
import type { LogCounts } from './log-counts.ts'
import { floorTo, HOUR } from './log-period.ts'
import type { LogRow } from './log-row.ts'
import { keyOfMetadata, METADATA, metadataName, type SeenValue, seenKey } from './seen-value.ts'

/** The rows of a batch by hour, with the values that they have. */
export interface GatheredRows {
  readonly cells: readonly GatheredCell[]
  readonly metadata: readonly GatheredValue[]
}

/** Rows that share the values of all groups. */
interface GatheredCell extends Counted {
  readonly values: Readonly<Record<LogGroup, string>>
}

/** Rows of a workspace that share the value of a key of the metadata. */
interface GatheredValue extends Counted {
  /** `metadata:KEY` */
  readonly name: string
  readonly workspace: string
  readonly value: string
}

export function gatherRows(rows: readonly LogRow[]): GatheredRows {
  const cells = new Map<string, Growing<GatheredCell>>()
  const values = new Map<string, Growing<GatheredValue>>()
  for (const row of rows) {
    const { workspace, metadata } = row
    const bucket = floorTo(row.time, HOUR)
    const key = cellKey(bucket, row)
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { ...startCounts(bucket), values: groupsOf(row) }
      cells.set(key, cell)
    }
    addRow(cell, row)
    for (const name of Object.keys(metadata)) {
      // Sessions are new all the time: counted by hour and day they would fill the dictionary, so they are grouped from the records.
      if (name === SESSION_KEY) continue
      const value = metadata[name] ?? ''
      const valueKey = `${bucket}\0${seenKey(workspace, name, value)}`
      let found = values.get(valueKey)
      if (found === undefined) {
        found = { ...startCounts(bucket), name: metadataName(name), workspace, value }
        values.set(valueKey, found)
      }
      addRow(found, row)
    }
  }
  return { cells: Array.from(cells.values(), shortened), metadata: [...values.values()] }
}

/** The values of the rows. */
export function seenValues({ cells, metadata }: GatheredRows): readonly SeenValue[] {
  const seen = new Map<string, { -readonly [Name in keyof SeenValue]: SeenValue[Name] }>()
  const see = (workspace: string, name: string, value: string, { requests, last_seen }: LogCounts): void => {
    if (value === '') return
    const key = seenKey(workspace, name, value)
    const found = seen.get(key)
    if (found === undefined) seen.set(key, { workspace, name, value, uses: requests, last: last_seen })
    else {
      found.uses += requests
      found.last = Math.max(found.last, last_seen)
    }
  }
  for (const { values, counts } of cells)
    for (const group of LOG_GROUPS) see(values.workspace, group, values[group], counts)
  for (const { workspace, name, value, counts } of metadata) {
    see(workspace, METADATA, keyOfMetadata(name), counts)
    see(workspace, name, value, counts)
  }
  return [...seen.values()]
}

const cellKey = (bucket: number, row: LogRow): string => {
  let key = String(bucket)
  for (const group of LOG_GROUPS) key += `\0${row[group]}`
  return key
}

const groupsOf = (row: LogRow): GatheredCell['values'] =>
  Object.fromEntries(LOG_GROUPS.map(group => [group, row[group]])) as GatheredCell['values']
