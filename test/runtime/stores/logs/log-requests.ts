// Everything that the log store is read for, by every filter, and records to read.
import {
  LOG_GROUPS,
  type LogBatch,
  type LogFilter,
  type LogStore,
} from '../../../../runtime/control/logs/log-store.ts'
import { drawRecord, seededRandom } from '../../../support/drawn-records.ts'
import { batchOf, DAYS, everything, HOURS, NOON } from './contract.ts'

type Run = (store: LogStore) => Promise<unknown>

export const FILTERS: Readonly<Record<string, Partial<LogFilter>>> = {
  'a period': {},
  'an hour': { from: NOON - HOURS },
  'a workspace': { scope: ['workspace-1'] },
  'a trace': { trace: 'trace' },
  'a span': { span: 'span' },
  statuses: { statuses: [429, 500] },
  failures: { isSuccess: false },
  keys: { keys: ['key-1', 'key-2'] },
  configs: { configs: ['config-1'] },
  prompts: { prompts: ['prompt-1'] },
  services: { services: ['openai'] },
  providers: { providers: ['stored-1'] },
  models: { models: ['model-1', 'openai__model-2'] },
  cache: { cache: ['HIT'] },
  cost: { cost: { min: 1 } },
  tokens: { tokens: { min: 1 }, inputTokens: { max: 9_000 }, outputTokens: { min: 2 } },
  latency: { milliseconds: { max: 100 } },
  feedback: { feedback: { min: 1 } },
  'a value of the metadata': { metadata: { _user: 'user-1' } },
  'two values of the metadata': { metadata: { _user: 'user-1', team: 'team-1' } },
  'the text of a failure': { error: 'timed out' },
}

const byFilter = (
  run: (store: LogStore, filter: LogFilter) => Promise<unknown>,
): Readonly<Record<string, Run>> =>
  Object.fromEntries(
    Object.entries(FILTERS).map(([name, filter]) => [
      `by ${name}`,
      store => run(store, { ...everything, ...filter }),
    ]),
  )

const groupsOf = (filter: LogFilter, by: Parameters<LogStore['groups']>[0]['by']) => ({
  ...({ filter, by, sort: 'cost', descending: true, offset: 0, limit: 10, percentiles: true } as const),
})

export const LOG_REQUESTS: Readonly<Record<string, Readonly<Record<string, Run>>>> = {
  'one record': {
    by_identifier: store => store.find('id', 'all'),
    of_team: store => store.find('id', ['a']),
  },
  'a trace': { all: store => store.findTrace('trace', 'all') },
  bodies: { all: store => store.bodies('id', 'all') },
  'a page': byFilter((store, filter) => store.list(filter, 5)),
  'the page behind a cursor': byFilter(async (store, filter) => {
    const { next } = await store.list({ ...filter }, 1)
    return await store.list(filter, 5, next ?? (await store.list(everything, 1)).next)
  }),
  'a count': byFilter((store, filter) => store.count(filter)),
  'groups of models': byFilter((store, filter) => store.groups(groupsOf(filter, 'model'))),
  groups: Object.fromEntries(
    [...LOG_GROUPS, { metadata: 'team' }].map(by => [
      JSON.stringify(by),
      (store: LogStore) => store.groups(groupsOf(everything, by)),
    ]),
  ),
  'a graph of days': byFilter((store, filter) => store.graph({ filter, step: DAYS, percentiles: true })),
  'a graph of hours': byFilter((store, filter) => store.graph({ filter, step: HOURS, percentiles: false })),
  'a graph of first tokens': {
    of_a_day: store =>
      store.graph({
        filter: { ...everything, from: NOON - DAYS },
        step: HOURS,
        percentiles: true,
        isFirstToken: true,
      }),
  },
  'values of a filter': { models: store => store.facets('model', 'all') },
  feedback: { by_identifier: store => store.findFeedback('id', 'all') },
}

/** Records of 20 days. */
export function drawnBatch(): LogBatch {
  const random = seededRandom(1)
  return batchOf(
    'a',
    Array.from({ length: 1_200 }, (_, at) => drawRecord(random, NOON - 20 * DAYS + at * 0.4 * HOURS)),
  )
}
