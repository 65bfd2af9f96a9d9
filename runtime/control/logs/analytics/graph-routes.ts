// Graphs over time, each with the same values of the whole period, and the summary of what the cache did.
import { asText } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { dateIn, zoneDays, zoneOffsets } from '../../../values/time-zone.ts'
import type { ApiReply, SomeHandlers } from '../../core/api-request.ts'
import type { LogFilter, LogSources, LogStore, LogTotals } from '../log-store.ts'
import { type NameSources, openFilter } from '../named-filter.ts'
import { toDollars } from '../show-log.ts'
import {
  type GraphDivision,
  graphRecords,
  RECORD_GRAPHS,
  type ShownGraph,
  type Values,
} from './record-graphs.ts'
import { meanCost, ratio, tokensIn } from './total-columns.ts'

type Context = LogSources & NameSources

type ReadValues = (totals: LogTotals) => Values

const HITS = ['HIT', 'SEMANTIC HIT']
const MISSES = ['MISS', 'SEMANTIC MISS']

const latency: ReadValues = ({ meanLatency = null, p50 = null, p90 = null, p99 = null }) => ({
  avg: meanLatency,
  p50,
  p90,
  p99,
})

interface Graph {
  readonly values: ReadValues
  readonly percentiles?: true
  /** Of the times until replies began. */
  readonly isFirstToken?: true
  /** Only records that the cache answered so. */
  readonly cache?: readonly string[]
}

const GRAPHS: Readonly<Record<string, Graph>> = {
  requests: { values: ({ requests }) => ({ total: requests }) },
  cost: {
    values: totals => ({
      total: toDollars(totals.cost),
      avg: toDollars(meanCost(totals) ?? undefined),
      unpriced: totals.unpriced,
    }),
  },
  tokens: {
    values: totals => ({
      total: tokensIn(totals),
      input: totals.inputTokens,
      output: totals.outputTokens,
      avg: ratio(tokensIn(totals), totals.measured),
    }),
  },
  latency: { values: latency, percentiles: true },
  'first-token': {
    values: ({ p50 = null, p90 = null, p99 = null }) => ({ p50, p90, p99 }),
    percentiles: true,
    isFirstToken: true,
  },
  errors: { values: ({ errors }) => ({ total: errors }) },
  'errors-rate': { values: ({ errors, requests }) => ({ rate: ratio(errors, requests) }) },
  'cache-hit-rate': {
    values: ({ cacheHits, cacheLookups }) => ({
      rate: ratio(cacheHits, cacheLookups),
      hits: cacheHits,
      lookups: cacheLookups,
    }),
  },
  'cache-latency': { values: latency, percentiles: true, cache: HITS },
}

const STATUS_CODES = 'errors-status-code'

/** portkey-ai 2.3.4 for Python and 3.1.0 for Node name some graphs differently; stacked errors are errors by their status. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'errors-status-codes': STATUS_CODES,
  'errors-stack': STATUS_CODES,
  'errors-stacks': STATUS_CODES,
  'feedbacks-score': 'feedbacks-scores',
}

const NOTHING: LogTotals = {
  requests: 0,
  errors: 0,
  cacheHits: 0,
  cacheLookups: 0,
  unpriced: 0,
  inputTokens: 0,
  outputTokens: 0,
  measured: 0,
}

const STEPS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
type StepName = keyof typeof STEPS

/** Points of one graph. */
const MAX_POINTS = 2_000

export const graphHandlers = {
  readGraph: async (request, context) => {
    const { graph: whole = '', detail } = request.path
    const given = detail === undefined ? whole : `${whole}-${detail}`
    const name = OTHER_NAMES[given] ?? given
    const graph = Object.hasOwn(GRAPHS, name) ? GRAPHS[name] : undefined
    const ofRecords = Object.hasOwn(RECORD_GRAPHS, name) ? RECORD_GRAPHS[name] : undefined
    if (graph === undefined && ofRecords === undefined && name !== STATUS_CODES)
      return failure(
        'not_found',
        `There is no graph ${quoted(given)}: graphs are ${[...Object.keys(GRAPHS), ...Object.keys(RECORD_GRAPHS)].join(', ')} and ${STATUS_CODES}.`,
      )
    const opened = openFilter(request, context)
    if (isFailure(opened)) return opened
    const { logs, filter } = opened
    const stepName = chooseStep(filter, asText(request.query['step']))
    if (isFailure(stepName)) return stepName
    const division = dividePoints(filter, stepName, asText(request.query['time_zone']))
    if (isFailure(division)) return division
    if (ofRecords !== undefined)
      return reply(stepName, await graphRecords(logs, filter, { graph: ofRecords, division }))
    if (graph === undefined) return reply(stepName, await graphStatuses(logs, filter, division))
    const restricted = graph.cache === undefined ? filter : withCache(filter, graph.cache)
    const { points, summary, exact } = await logs.graph({
      filter: restricted,
      ...division.query,
      percentiles: graph.percentiles === true,
      ...(graph.isFirstToken && { isFirstToken: true }),
    })
    const byKey = new Map(points.map(({ time, totals }) => [time, totals]))
    return reply(stepName, {
      exact,
      summary: graph.values(summary),
      points: division.points.map(({ key, time }) => [time, graph.values(byKey.get(key) ?? NOTHING)]),
    })
  },
  readCacheSummary: async (request, context) => {
    const opened = openFilter(request, context)
    if (isFailure(opened)) return opened
    const { logs, filter } = opened
    const [all, hits, misses] = await Promise.all([
      summaryOf(logs, filter),
      summaryOf(logs, withCache(filter, HITS)),
      summaryOf(logs, withCache(filter, MISSES)),
    ])
    const costOfMiss = meanCost(misses)
    return {
      body: {
        object: 'analytics-summary',
        summary: {
          requests: all.requests,
          lookups: all.cacheLookups,
          hits: all.cacheHits,
          hit_rate: ratio(all.cacheHits, all.cacheLookups),
          avg_latency_of_hits: hits.meanLatency ?? null,
          avg_latency_of_misses: misses.meanLatency ?? null,
          saved_cost: costOfMiss === null ? null : toDollars(Math.round(costOfMiss * hits.requests)),
        },
      },
    }
  },
} satisfies SomeHandlers<Context>

const withCache = (filter: LogFilter, statuses: readonly string[]): LogFilter => ({
  ...filter,
  cache: filter.cache?.filter(each => statuses.includes(each)) ?? statuses,
})

const summaryOf = async (logs: LogStore, filter: LogFilter): Promise<LogTotals> =>
  (await logs.graph({ filter, step: STEPS.day, percentiles: false })).summary

/** By default minutes of three hours, hours of two weeks, and days of anything longer. */
function chooseStep({ from, to }: LogFilter, wanted: string | undefined): StepName | Failure {
  const length = to - from
  const usual = length <= 3 * STEPS.hour ? 'minute' : length <= 14 * STEPS.day ? 'hour' : 'day'
  const step = (wanted as StepName | undefined) ?? usual
  return length / STEPS[step] <= MAX_POINTS
    ? step
    : failure(
        'invalid_request',
        `The graph would have more than ${MAX_POINTS} points: choose a longer step.`,
        {
          param: 'step',
        },
      )
}

/** Days are those of the time zone; hours and minutes are of UTC. */
function dividePoints(
  filter: LogFilter,
  stepName: StepName,
  zone: string | undefined,
): GraphDivision | Failure {
  const step = STEPS[stepName]
  const days = zone === undefined ? undefined : zoneOffsets(zone, filter)
  if (zone !== undefined && days === undefined)
    return failure(
      'invalid_request',
      `${quoted(zone)} is not a time zone. Zones have names such as Europe/Berlin.`,
      { param: 'time_zone' },
    )
  if (days !== undefined && stepName === 'day')
    return {
      query: { step, days },
      points: zoneDays(days, filter).map(({ date, time }) => ({ key: date, time })),
      keyOf: time => dateIn(days, time),
    }
  const { from, to } = filter
  const first = Math.floor(from / step) * step
  const times = Array.from({ length: Math.ceil((to - first) / step) }, (_, index) => first + index * step)
  return {
    query: { step },
    points: times.map(time => ({ key: time, time })),
    keyOf: time => Math.floor(time / step) * step,
  }
}

const reply = (step: StepName, { exact, summary, points }: ShownGraph): ApiReply => ({
  body: {
    object: 'analytics-graph',
    step,
    exact,
    summary,
    data_points: points.map(([time, values]) => ({ timestamp: new Date(time).toISOString(), ...values })),
  },
})

/** Statuses of errors that are distinguished. */
const MAX_STATUSES = 20

async function graphStatuses(
  logs: LogStore,
  filter: LogFilter,
  { query, points }: GraphDivision,
): Promise<ShownGraph> {
  const { groups } = await logs.groups({
    filter,
    by: 'status_code',
    sort: 'requests',
    descending: true,
    offset: 0,
    limit: 100,
    percentiles: false,
  })
  const statuses = groups.filter(({ value }) => Number(value) >= 400).slice(0, MAX_STATUSES)
  const graphs = await Promise.all(
    statuses.map(async ({ value }) => {
      const graph = await logs.graph({
        filter: { ...filter, statuses: [Number(value)] },
        ...query,
        percentiles: false,
      })
      return new Map(graph.points.map(({ time, totals }) => [time, totals.requests]))
    }),
  )
  return {
    exact: true,
    summary: Object.fromEntries(statuses.map(({ value, totals }) => [value, totals.requests])),
    points: points.map(({ key, time }) => [
      time,
      {
        status_codes: Object.fromEntries(statuses.map(({ value }, at) => [value, graphs[at]?.get(key) ?? 0])),
      },
    ]),
  }
}
