// Prometheus metrics. They are derived from the same records as the log, so the two never differ. No content of clients is a
// label; keys, models and workspaces are only if the manifest enables them.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { PoolStatus } from '../pools/pool-health.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { CallerSpan } from '../values/trace-context.ts'
import { type MetricFormat, rememberPairs, rememberSeries } from './metric.ts'
import { declareMetrics } from './metric-families.ts'
import type { RequestRecord } from './request-record.ts'
import type { RecordSink } from './sinks/record-sink.ts'

export interface Metrics {
  readonly request: (record: RequestRecord, callerSpan?: CallerSpan) => void
  readonly notice: (notice: GatewayEvent) => void
  /** A connection of a client was closed at once (`limits.client_connections`). */
  readonly droppedConnection: () => void
  /** A request was refused, because the event loop was too busy. */
  readonly refusedRequest: () => void
  /** Sinks whose queues are measured. */
  readonly watch: (sinks: readonly Pick<RecordSink, 'name' | 'status'>[]) => void
  /** Requests that are being answered are counted when metrics are read. */
  readonly watchRequests: (inFlight: () => number) => void
  /** As are attempts that wait for a connection. */
  readonly watchConnections: (waiting: () => number) => void
  /** And what is known of the members of pools. */
  readonly watchPools: (status: () => readonly PoolStatus[]) => void
  /** As is how many policies of limits have been linked. */
  readonly watchLimits: (linked: () => number) => void
  /** And how late the event loop was. */
  readonly watchDelays: (read: () => readonly LoopDelay[]) => void
  readonly text: (format?: MetricFormat) => string
}

export interface LoopDelay {
  readonly quantile: string
  readonly milliseconds: number
}

export interface MetricsOptions {
  /** The current size of all buffered bodies. */
  readonly bufferedBytes?: () => number
  readonly labels?: NonNullable<Gateway['metricsListen']>['labels']
  /** The trace as it is exported, for exemplars; undefined where it is not. Absent if no traces are. */
  readonly exportedTrace?: (trace: string, caller: CallerSpan | undefined) => string | undefined
}

const NO_ATTEMPTS: NonNullable<RequestRecord['attempts']> = []
const END = '# EOF\n'
/** Between values of labels, in which it is replaced: models come from clients. */
const SEPARATOR = '\0'

type TokenKind = 'input' | 'output' | 'cached' | 'reasoning'

/** A provider that sends an error, and a guard, break streams without a cause of the network. */
const causeOf = ({ brokenBy }: RequestRecord): string => (brokenBy === 'guard' ? 'denied' : 'error')

export function createMetrics({
  bufferedBytes = () => 0,
  labels = [],
  exportedTrace = () => undefined,
}: MetricsOptions = {}): Metrics {
  const families = declareMetrics(labels)
  const {
    requests,
    requestSeconds,
    firstTokenSeconds,
    ownSeconds,
    attempts,
    attemptSeconds,
    queueSeconds,
    fallbacks,
    tokens,
    cost,
    unknownCost,
  } = families
  /** The series of requests with the same values of the chosen labels. */
  const seriesOfLabels = (values: readonly string[]) => ({
    requests: rememberPairs((config: string, status: number) =>
      requests.series([config, String(status), ...values]),
    ),
    usage: rememberPairs((provider: string, kind: TokenKind) => tokens.series([provider, kind, ...values])),
    cost: rememberSeries((provider: string) => cost.series([provider, ...values])),
    unknownCost: rememberSeries((provider: string) => unknownCost.series([provider, ...values])),
  })
  const unlabelled = seriesOfLabels([])
  const labelled = rememberSeries((joined: string) => seriesOfLabels(joined.split(SEPARATOR)))
  const attemptSeries = rememberPairs((provider: string, status: number) =>
    attempts.series([provider, String(status)]),
  )
  const bucketsOf = (release: readonly string[]) => ({
    request: rememberSeries((config: string) => requestSeconds.series([config, ...release])),
    firstToken: rememberSeries((config: string) => firstTokenSeconds.series([config, ...release])),
  })
  const liveBuckets = bucketsOf([])
  const canaryBuckets = rememberSeries((release: number) => bucketsOf([String(release)]))
  const attemptBuckets = rememberSeries((provider: string) => attemptSeconds.series([provider]))
  const queueBuckets = rememberSeries((provider: string) => queueSeconds.series([provider]))
  const verdictSeries = rememberPairs((guard: string, verdict: string) =>
    families.verdicts.series([guard, verdict]),
  )
  const ownBuckets = ownSeconds.series([])
  /** The chosen labels, and the release of the canary that served the request. */
  const labelsOf = (record: RequestRecord): readonly string[] => [
    ...labels.map(label => (record[label] ?? '').replaceAll(SEPARATOR, ' ')),
    ...(record.canary === undefined ? [] : [String(record.canary)]),
  ]
  let inFlight = (): number => 0
  let connectionsWaiting = (): number => 0
  let loopDelays = (): readonly LoopDelay[] => []
  let linkedPolicies = (): number => 0
  let poolStatus = (): readonly PoolStatus[] => []
  let watched: readonly Pick<RecordSink, 'name' | 'status'>[] = []

  const addUsage = (record: RequestRecord, provider: string, series: typeof unlabelled): void => {
    if (record.tokens === undefined) return
    const { input, output, cached = 0, reasoning = 0 } = record.tokens
    series.usage(provider, 'input').value += input
    series.usage(provider, 'output').value += output
    if (cached > 0) series.usage(provider, 'cached').value += cached
    if (reasoning > 0) series.usage(provider, 'reasoning').value += reasoning
    if (record.cost === undefined) series.unknownCost(provider).value += 1
    else series.cost(provider).value += record.cost / 1e9
  }

  return {
    request: (record, callerSpan) => {
      const { config = '', milliseconds, status, provider = '', firstToken, own, canary } = record
      const series =
        labels.length === 0 && canary === undefined ? unlabelled : labelled(labelsOf(record).join(SEPARATOR))
      const buckets = canary === undefined ? liveBuckets : canaryBuckets(canary)
      series.requests(config, status).value += 1
      const trace = exportedTrace(record.trace, callerSpan)
      const time = trace === undefined ? 0 : Date.parse(record.time) / 1000
      buckets.request(config).observe(milliseconds / 1000, trace, time)
      if (record.stream === true && status < 400 && firstToken !== undefined)
        buckets.firstToken(config).observe(firstToken / 1000, trace, time)
      if (own !== undefined) ownBuckets.observe(own / 1000)
      for (const attempt of record.attempts ?? NO_ATTEMPTS) {
        attemptSeries(attempt.provider, attempt.status).value += 1
        attemptBuckets(attempt.provider).observe(attempt.milliseconds / 1000)
        if (attempt.member !== undefined)
          families.memberAttempts.add([attempt.slug ?? '', attempt.member, String(attempt.status)])
        if (attempt.queued !== undefined) queueBuckets(attempt.provider).observe(attempt.queued / 1000)
      }
      if (record.broken !== undefined)
        families.brokenStreams.add([provider, record.brokenBy ?? '', record.brokenCause ?? causeOf(record)])
      else if (record.left === true && record.stream === true && status < 400)
        families.brokenStreams.add([provider, 'client', 'left'])
      if (record.steps !== undefined)
        for (const { because } of record.steps)
          if (because.startsWith('status ')) fallbacks.add([config, because.split(' ', 2)[1] ?? ''])
      addUsage(record, provider, series)
      if (record.skipped !== undefined)
        for (const target of record.skipped) families.skipped.add([config, target])
      if (record.answeredModel !== undefined) families.otherModels.add([provider])
      if (record.cache !== undefined) families.cached.add([record.cache])
      if (record.limit !== undefined) families.refusals.add([record.limit])
      if (record.counted?.unpriced === true) families.unpriced.add([])
      if (record.guards !== undefined)
        for (const { id, verdict, deny } of record.guards)
          verdictSeries(id, deny ? 'denied' : verdict ? 'passed' : 'failed').value += 1
    },
    notice: notice => {
      switch (notice.kind) {
        case 'circuit':
          families.circuitChanges.add([notice.circuit, notice.to])
          return families.openCircuits.set([notice.circuit], notice.to === 'closed' ? 0 : 1)
        case 'service':
          return families.services.set([notice.service], notice.available ? 1 : 0)
        case 'decision':
          return families.decisions.add([notice.config, String(notice.differs)])
        case 'guard':
          return families.verdicts.add([notice.guard, notice.verdict])
        case 'sink':
          return families.sinks.set([notice.sink], notice.available ? 1 : 0)
        case 'bug':
          return families.bugs.add([])
        case 'shed':
          return families.shed.add([notice.sink], notice.count)
      }
    },
    droppedConnection: () => families.dropped.add([]),
    refusedRequest: () => families.refused.add([]),
    watch: sinks => {
      watched = [...watched, ...sinks]
      for (const { name } of sinks) {
        families.sinks.set([name], 1)
        families.shed.add([name], 0)
      }
    },
    watchRequests: count => {
      inFlight = count
    },
    watchConnections: count => {
      connectionsWaiting = count
    },
    watchPools: status => {
      poolStatus = status
    },
    watchLimits: linked => {
      linkedPolicies = linked
    },
    watchDelays: read => {
      loopDelays = read
    },
    text: format => {
      // A member that was removed is no longer reported.
      const { restingMembers, membersInFlight, memberLatency } = families
      for (const each of [restingMembers, membersInFlight, memberLatency]) each.clear()
      for (const { pool, members } of poolStatus())
        for (const { name, state, inFlight, latency } of members) {
          restingMembers.set([pool, name], state === 'resting' ? 1 : 0)
          membersInFlight.set([pool, name], inFlight)
          if (latency !== undefined) memberLatency.set([pool, name], latency / 1000)
        }
      families.buffered.set([], bufferedBytes())
      families.inFlight.set([], inFlight())
      families.connectionsWaiting.set([], connectionsWaiting())
      for (const { quantile, milliseconds } of loopDelays())
        families.loopDelay.set([quantile], milliseconds / 1000)
      families.linkedPolicies.set([], linkedPolicies())
      for (const { name, status } of watched) families.waiting.set([name], status().waiting)
      const all = Object.values(families).map(each => each.text(format))
      return `${all.join('\n')}\n${format === 'openmetrics' ? END : ''}`
    },
  }
}
