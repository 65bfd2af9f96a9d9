// Records of the file: by their identifiers, by traces, and in lists.

import type { LogRecord } from '../../../../schemas/generated/types.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import type { LogScope, LogStore, StoredFeedback, StoredRecord } from '../../../control/logs/log-store.ts'
import { joinConditions, type LogCondition, rowConditions } from '../count-statements.ts'
import { columnText, workspaceText } from '../log-row.ts'
import type { LogTables } from '../log-tables.ts'
import { matchingSpans } from '../matching-spans.ts'
import { OTHER } from '../seen-value.ts'
import { facetsOf, feedbackFrom, MAX_FACETS } from '../stored-rows.ts'
import type { FileKeys } from './file-keys.ts'
import { weeksBetween } from './file-tables.ts'
import { rowsIdentified } from './identifiers.ts'
import type { LogConnection } from './log-connection.ts'
import { ROWS_PER_MILLISECOND, startOfWeek, weekOf, weekTable } from './log-schema.ts'
import { weekDialect } from './week-dialect.ts'

type Reading = Pick<LogStore, 'find' | 'findTrace' | 'bodies' | 'list' | 'findFeedback' | 'facets'>

const EVER = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const

/** `maxLooked`: the records that a page may look through. */
export function readRecords(
  file: LogConnection,
  keys: FileKeys,
  tables: LogTables,
  maxLooked: number,
): Reading {
  const { row, rows } = file

  const scopeOf = (scope: LogScope, column: string): LogCondition =>
    scope === 'all'
      ? ['1']
      : [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(scope.map(workspaceText))]

  const feedbackOf = (workspace: string, trace: string): readonly StoredFeedback[] =>
    rows(
      'SELECT * FROM log_feedback WHERE trace = ? AND workspace = ? ORDER BY time, id',
      trace,
      workspace,
    ).map(feedbackFrom)

  /** The rows of one week, as records. */
  const recordsOf = (
    week: number,
    from: string,
    conditions: readonly LogCondition[],
    end: string,
    ...last: readonly number[]
  ): readonly (readonly [id: number, record: StoredRecord])[] => {
    const { text, values } = joinConditions(conditions)
    const hasBodies = file.weekTables().some(each => each.table === 'body' && each.week === week)
      ? `EXISTS (SELECT 1 FROM ${weekTable('body', week)} AS b WHERE b.id = r.id)`
      : '0'
    const found = rows(
      `SELECT r.id, r.workspace, r.trace, l.line, ${hasBodies} AS has_bodies FROM ${from} AS r
       JOIN ${weekTable('line', week)} AS l ON l.id = r.id WHERE ${text} ${end}`,
      ...values,
      ...last,
    )
    return found.map(({ id, workspace, trace, line, has_bodies }) => [
      Number(id),
      {
        record: JSON.parse(String(line)) as LogRecord,
        feedback: feedbackOf(String(workspace), String(trace)),
        hasBodies: has_bodies === 1,
      },
    ])
  }

  const where = (column: 'record' | 'trace', value: string, scope: LogScope): readonly StoredRecord[] =>
    weeksBetween(file, 'record', ...EVER).flatMap(week => {
      const { from, condition } = rowsIdentified(file, week, column, value)
      return recordsOf(week, from, [condition, scopeOf(scope, 'r.workspace')], 'ORDER BY r.id').map(
        ([, record]) => record,
      )
    })

  return {
    find: async (id, scope) => where('record', columnText(id), scope).at(-1),
    findTrace: async (trace, scope) => where('trace', columnText(trace), scope),
    bodies: async (id, scope) => {
      for (const week of weeksBetween(file, 'body', ...EVER).toReversed()) {
        if (!file.weekTables().some(each => each.table === 'record' && each.week === week)) continue
        const { from, condition } = rowsIdentified(file, week, 'record', columnText(id))
        const { text, values } = joinConditions([condition, scopeOf(scope, 'r.workspace')])
        const found = row(
          `SELECT r.workspace, b.data_key, b.request, b.response, k.sealed FROM ${from} AS r
           JOIN ${weekTable('body', week)} AS b ON b.id = r.id JOIN log_key AS k ON k.id = b.data_key
           WHERE ${text} ORDER BY r.id DESC LIMIT 1`,
          ...values,
        )
        if (found !== undefined) return keys.open(columnText(id), found)
      }
      return undefined
    },
    list: async (filter, limit, after) => {
      const cursor = after === undefined ? undefined : readCursor(after)
      const records: StoredRecord[] = []
      let last = ''
      const end = cursor && startOfWeek(cursor.week) + Math.floor(cursor.id / ROWS_PER_MILLISECOND) + 1
      const period = { ...filter, to: Math.min(filter.to, end ?? filter.to) }
      let looked = 0
      for await (const span of matchingSpans(period, tables)) {
        for (const week of weeksBetween(file, 'record', span.from, span.to).toReversed()) {
          const dialect = weekDialect(file, week, filter)
          const conditions = [dialect.rowsBetween(span.from, span.to), ...rowConditions(filter, dialect)]
          if (cursor?.week === week) conditions.push([`${dialect.rowId} < ?`, cursor.id])
          const found = recordsOf(
            week,
            dialect.tables.row,
            conditions,
            `ORDER BY ${dialect.rowId} DESC LIMIT ?`,
            limit + 1 - records.length,
          )
          for (const [id, record] of found) {
            // There is one more: the next page begins behind the last one of this.
            if (records.length === limit) return { records, next: last }
            records.push(record)
            last = `${week}.${id}`
          }
        }
        looked += span.looked
        if (looked >= maxLooked && span.from > filter.from) {
          const week = weekOf(span.from)
          return { records, next: `${week}.${(span.from - startOfWeek(week)) * ROWS_PER_MILLISECOND}` }
        }
      }
      return { records }
    },
    findFeedback: async (id, scope) => {
      const [text, ...values] = scopeOf(scope, 'workspace')
      const found = row(`SELECT * FROM log_feedback WHERE id = ? AND ${text}`, id, ...values)
      return found && feedbackFrom(found)
    },
    facets: async (name, scope) => {
      const [text, ...values] = scopeOf(scope, 'workspace')
      return facetsOf(
        rows(
          `SELECT value, max(last_seen) AS last_seen FROM log_value WHERE name = ? AND value <> ? AND ${text}
           GROUP BY value ORDER BY sum(uses) DESC, value LIMIT ?`,
          ...[name, OTHER, ...values, MAX_FACETS],
        ),
      )
    },
  }
}

function readCursor(text: string): { readonly week: number; readonly id: number } {
  const [, week, id] = /^(-?\d{1,6})\.(\d{1,16})$/.exec(text) ?? []
  if (week === undefined || id === undefined)
    throw new StoreError('unknown-cursor', 'The cursor is none that this list has returned.')
  return { week: Number(week), id: Number(id) }
}
