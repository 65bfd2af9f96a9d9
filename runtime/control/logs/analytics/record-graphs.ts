// Graphs of what is only in the records: users, rescued requests and feedback. Their number is bounded, so a long period is not exact.
import { asList, asObject, asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import type { GraphQuery, LogFilter, LogGraph, LogStore, StoredRecord } from '../log-store.ts'

export type Values = { readonly [name: string]: Json }

export interface ShownGraph extends Pick<LogGraph, 'exact'> {
  readonly summary: Values
  readonly points: readonly (readonly [time: number, values: Values])[]
}

/** The points of a graph. */
export interface GraphDivision {
  readonly query: Pick<GraphQuery, 'step' | 'days'>
  /** In their order: what the store names a point by, and when it begins. */
  readonly points: readonly { readonly key: number; readonly time: number }[]
  /** The point of a moment. */
  readonly keyOf: (time: number) => number
}

interface RecordGraph {
  /** Only records with feedback, by a filter of the store. */
  readonly hasFeedback?: true
  /** Only records with these statuses. */
  readonly statuses?: readonly number[]
  readonly values: (records: readonly StoredRecord[]) => Values
}

const feedbackOf = (records: readonly StoredRecord[]) => records.flatMap(({ feedback }) => feedback)

/** How often each name occurs. */
function countsOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([, left], [, right]) => right - left))
}

const usersOf = (records: readonly StoredRecord[]): readonly string[] =>
  records.flatMap(({ record }) => asText(record.metadata?.['_user'] ?? null) ?? [])

/** Guards of a config have identifiers, those of its positions too. */
const nameOfGuard = ({ id }: JsonObject): string => asText(id) ?? 'unnamed'

/** Answered after a retry, or by another attempt than the first. */
const isRescued = ({ record }: StoredRecord): boolean =>
  record.status < 400 &&
  record.broken === undefined &&
  ((record.retries ?? 0) > 0 || (record.attempts ?? []).length > 1)

/** Of Portkey clients, in the words of their paths. */
export const RECORD_GRAPHS: Readonly<Record<string, RecordGraph>> = {
  users: { values: records => ({ total: new Set(usersOf(records)).size }) },
  'users-requests': {
    values: records => {
      const users = usersOf(records)
      return { total: users.length, users: countsOf(users) }
    },
  },
  'requests-rescued': {
    values: records => ({ total: records.filter(isRescued).length, requests: records.length }),
  },
  limits: {
    statuses: [429],
    values: records => {
      const limits = records.flatMap(({ record }) => record.limit ?? [])
      return { total: limits.length, limits: countsOf(limits) }
    },
  },
  guards: {
    values: records => {
      const results = records.flatMap(({ record }) => asList(record.guards).map(asObject))
      const failed = results.filter(({ verdict }) => verdict === false)
      return {
        total: results.length,
        failed: countsOf(failed.map(nameOfGuard)),
        denied: countsOf(failed.filter(({ deny }) => deny === true).map(nameOfGuard)),
        guards: countsOf(results.map(nameOfGuard)),
      }
    },
  },
  feedbacks: { hasFeedback: true, values: records => ({ total: feedbackOf(records).length }) },
  'feedbacks-scores': {
    hasFeedback: true,
    values: records => ({ scores: countsOf(feedbackOf(records).map(({ value }) => String(value))) }),
  },
  'feedbacks-weighted': {
    hasFeedback: true,
    values: records => {
      const feedback = feedbackOf(records)
      const weight = feedback.reduce((sum, each) => sum + each.weight, 0)
      const sum = feedback.reduce((total, each) => total + each.value * each.weight, 0)
      return { avg: weight === 0 ? null : sum / weight, total: feedback.length }
    },
  },
  'feedbacks-ai-models': {
    hasFeedback: true,
    values: records => ({
      ai_models: countsOf(
        records.flatMap(({ record, feedback }) => feedback.map(() => record.model ?? 'unknown')),
      ),
    }),
  },
}

/** Records that one graph reads, the newest, and those of a page. */
const MAX_RECORDS = 20_000
const PAGE = 500
/** Pages may be short, where few of the records that they look through match. */
const MAX_PAGES = MAX_RECORDS / PAGE

/** Values that feedback may have. */
const ANY_FEEDBACK = { min: -10, max: 10 }

export async function graphRecords(
  logs: LogStore,
  filter: LogFilter,
  { graph, division }: { readonly graph: RecordGraph; readonly division: GraphDivision },
): Promise<ShownGraph> {
  const restricted = {
    ...filter,
    ...(graph.hasFeedback && { feedback: filter.feedback ?? ANY_FEEDBACK }),
    ...(graph.statuses && {
      statuses: filter.statuses?.filter(each => graph.statuses?.includes(each)) ?? graph.statuses,
    }),
  }
  const records: StoredRecord[] = []
  let after: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await logs.list(restricted, PAGE, after)
    records.push(...page.records)
    after = page.next
    if (after === undefined) break
  }
  const byKey = Map.groupBy(records, ({ record }) => division.keyOf(Date.parse(record.time)))
  return {
    exact: after === undefined,
    summary: graph.values(records),
    points: division.points.map(({ key, time }) => [time, graph.values(byKey.get(key) ?? [])]),
  }
}
