// Records of the log store in PostgreSQL: by their identifiers, by traces, and in lists.
import type { LogRecord } from '../../../../schemas/generated/types.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import type { LogScope, LogStore, StoredFeedback, StoredRecord } from '../../../control/logs/log-store.ts'
import type { PostgresRow } from '../../resources/postgres/postgres-connection.ts'
import { joinConditions, type LogCondition, rowConditions } from '../count-statements.ts'
import { columnText, workspaceText } from '../log-row.ts'
import type { LogTables } from '../log-tables.ts'
import { matchingSpans } from '../matching-spans.ts'
import { OTHER } from '../seen-value.ts'
import { facetsOf, feedbackFrom, MAX_FACETS } from '../stored-rows.ts'
import type { ServerKeys } from './server-keys.ts'
import { type RunStatement, SERVER_DIALECT } from './server-tables.ts'

type Reading = Pick<LogStore, 'find' | 'findTrace' | 'bodies' | 'list' | 'findFeedback' | 'facets'>

/** `maxLooked`: the records that a page may look through. */
export function readServerRecords(
  run: RunStatement,
  keys: ServerKeys,
  tables: LogTables,
  maxLooked: number,
): Reading {
  const scopeOf = (scope: LogScope, column: string): LogCondition =>
    scope === 'all' ? ['true'] : [SERVER_DIALECT.isOneOf(column), JSON.stringify(scope.map(workspaceText))]

  const feedbackOf = async (traces: readonly string[]): Promise<ReadonlyMap<string, StoredFeedback[]>> => {
    if (traces.length === 0) return new Map()
    const found = await run({
      text: `SELECT * FROM s.log_feedback WHERE ${SERVER_DIALECT.isOneOf('trace')} ORDER BY time, id`,
      values: [JSON.stringify([...new Set(traces)])],
    })
    return Map.groupBy(found.map(feedbackFrom), ({ workspace, trace }) => `${workspace}\0${trace}`)
  }

  const recordsOf = async (
    conditions: readonly LogCondition[],
    end: string,
    ...last: readonly number[]
  ): Promise<readonly { readonly row: PostgresRow; readonly record: StoredRecord }[]> => {
    const { text, values } = joinConditions(conditions)
    const rows = await run({
      text: `SELECT r.time, r.record, r.workspace, r.trace, r.line, EXISTS (
               SELECT FROM s.log_body AS b WHERE b.record = r.record AND b.time = r.time
             ) AS has_bodies FROM s.log_record AS r WHERE ${text} ${end}`,
      values: [...values, ...last],
    })
    const feedback = await feedbackOf(rows.map(({ trace }) => String(trace)))
    return rows.map(row => ({
      row,
      record: {
        record: JSON.parse(String(row['line'])) as LogRecord,
        feedback: feedback.get(`${String(row['workspace'])}\0${String(row['trace'])}`) ?? [],
        hasBodies: row['has_bodies'] === true,
      },
    }))
  }

  return {
    find: async (id, scope) => {
      const conditions: readonly LogCondition[] = [
        ['r.record = ?', columnText(id)],
        scopeOf(scope, 'r.workspace'),
      ]
      return (await recordsOf(conditions, 'ORDER BY r.time DESC LIMIT 1'))[0]?.record
    },
    findTrace: async (trace, scope) => {
      const conditions: readonly LogCondition[] = [
        ['r.trace = ?', columnText(trace)],
        scopeOf(scope, 'r.workspace'),
      ]
      return (await recordsOf(conditions, 'ORDER BY r.time, r.record')).map(({ record }) => record)
    },
    bodies: async (id, scope) => {
      const [text, ...values] = scopeOf(scope, 'r.workspace')
      const [found] = await run({
        text: `SELECT r.workspace, b.data_key, b.request, b.response, k.sealed FROM s.log_record AS r
               JOIN s.log_body AS b ON b.record = r.record AND b.time = r.time JOIN s.log_key AS k ON k.id = b.data_key
               WHERE r.record = ? AND ${text} ORDER BY r.time DESC LIMIT 1`,
        values: [columnText(id), ...values],
      })
      return found && keys.open(columnText(id), found)
    },
    list: async (filter, limit, after) => {
      const cursor = after === undefined ? undefined : readCursor(after)
      const conditions = [
        ...rowConditions(filter, SERVER_DIALECT),
        ...(cursor === undefined
          ? []
          : [['(r.time, r.record) < (?, ?)', cursor.time, cursor.record] satisfies LogCondition]),
      ]
      const found: Awaited<ReturnType<typeof recordsOf>>[number][] = []
      const to = Math.min(filter.to, cursor === undefined ? filter.to : cursor.time + 1)
      let looked = 0
      let rest: number | undefined
      for await (const span of matchingSpans({ ...filter, to }, tables)) {
        const order = 'ORDER BY r.time DESC, r.record DESC LIMIT ?'
        const period = SERVER_DIALECT.rowsBetween(span.from, span.to)
        found.push(...(await recordsOf([period, ...conditions], order, limit + 1 - found.length)))
        looked += span.looked
        if (found.length > limit) break
        if (looked >= maxLooked) {
          rest = span.from
          break
        }
      }
      const page = found.slice(0, limit)
      const records = page.map(({ record }) => record)
      const last = page.at(-1)?.row
      // There is one more: the next page begins behind the last one of this.
      if (found.length > limit && last !== undefined)
        return { records, next: `${String(last['time'])}.${String(last['record'])}` }
      return rest !== undefined && rest > filter.from ? { records, next: `${rest}.` } : { records }
    },
    findFeedback: async (id, scope) => {
      const [text, ...values] = scopeOf(scope, 'workspace')
      const [found] = await run({
        text: `SELECT * FROM s.log_feedback WHERE id = ? AND ${text}`,
        values: [id, ...values],
      })
      return found && feedbackFrom(found)
    },
    facets: async (name, scope) => {
      const [text, ...values] = scopeOf(scope, 'workspace')
      return facetsOf(
        await run({
          text: `SELECT value, max(last_seen) AS last_seen FROM s.log_value WHERE name = ? AND value <> ? AND ${text}
                 GROUP BY value ORDER BY sum(uses) DESC, value LIMIT ?`,
          values: [name, OTHER, ...values, MAX_FACETS],
        }),
      )
    },
  }
}

function readCursor(cursor: string): { readonly time: number; readonly record: string } {
  const [, time, record] = /^(-?\d{1,16})\.(.{0,200})$/su.exec(cursor) ?? []
  if (time === undefined || record === undefined)
    throw new StoreError('unknown-cursor', 'The cursor is none that this list has returned.')
  return { time: Number(time), record: columnText(record) }
}
