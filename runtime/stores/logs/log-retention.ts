// How long each table of the log store has what it has: one list, so that none is forgotten.
import type { LogRetention } from '../../control/logs/log-store.ts'
import { DAY } from './log-period.ts'

/** Tables in partitions by time, which are dropped whole. A driver need not have all of them. */
export const PARTITIONED_TABLES = {
  record: 'records',
  line: 'records',
  metadata: 'records',
  identifier: 'records',
  body: 'bodies',
  cell: 'totals',
  total: 'totals',
} as const satisfies Readonly<Record<string, keyof LogRetention>>
export type PartitionedTable = keyof typeof PARTITIONED_TABLES

/** A batch is not repeated later than that. */
const BATCHES = 7 * DAY

/** Small tables, whose rows are deleted some at a time by this column. */
export const SWEPT_TABLES = {
  log_batch: { column: 'time', retention: () => BATCHES },
  log_feedback: { column: 'time', retention: (each: LogRetention) => each.records },
  log_value: { column: 'last_seen', retention: (each: LogRetention) => Math.max(each.totals, each.records) },
  // Keys are used by bodies of a day at least once; a day of difference is not a loss.
  log_key: { column: 'used', retention: (each: LogRetention) => each.bodies + DAY },
} as const

/** Rows that are deleted of each table at a time. */
export const SWEEP = 50_000
