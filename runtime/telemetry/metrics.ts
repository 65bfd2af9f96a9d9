// Prometheus metrics. They are derived from the same records as the log, so the two never differ. No key, model or
// client content is used as a label.
import type { GatewayEvent } from '../values/event.ts'
import { createMetric, type Metric, type Series } from './metric.ts'
import type { RequestRecord } from './request-record.ts'

export interface Metrics {
  readonly request: (record: RequestRecord) => void
  readonly notice: (notice: GatewayEvent) => void
  /** A connection of a client was closed at once (`limits.client_connections`). */
  readonly droppedConnection: () => void
  /** The text exposition format, version 0.0.4. */
  readonly text: () => string
}

/** Upper bounds of the duration buckets in seconds: models take from a tenth of a second to minutes. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** `bufferedBytes` gives the current size of all buffered bodies. */
export function createMetrics(bufferedBytes: () => number = () => 0): Metrics {
  const requests = createMetric('counter', 'portolan_requests_total', 'Requests by config and status.', [
    'config',
    'status',
  ])
  const attempts = createMetric('counter', 'portolan_attempts_total', 'Provider attempts by status.', [
    'provider',
    'status',
  ])
  const skipped = createMetric(
    'counter',
    'portolan_skipped_total',
    'Targets skipped because their circuit was open.',
    ['config', 'target'],
  )
  const cached = createMetric('counter', 'portolan_cache_total', 'Requests by cache status.', ['status'])
  const changes = createMetric(
    'counter',
    'portolan_circuit_changes_total',
    'Circuit breaker state changes.',
    ['circuit', 'to'],
  )
  const open = createMetric('gauge', 'portolan_circuit_open', '1 while a circuit is open or half-open.', [
    'circuit',
  ])
  const verdicts = createMetric('counter', 'portolan_guard_verdicts_total', 'Guardrail verdicts.', [
    'guard',
    'verdict',
  ])
  const refusals = createMetric(
    'counter',
    'portolan_limit_refusals_total',
    'Refusals by limits, of requests or of a target.',
    ['limit'],
  )
  const unpriced = createMetric(
    'counter',
    'portolan_unpriced_total',
    'Requests under a budget of cost whose model has no price in the list.',
    [],
  )
  const services = createMetric('gauge', 'portolan_service_available', '1 while a service is available.', [
    'service',
  ])
  const buffered = createMetric('gauge', 'portolan_buffered_bytes', 'Bytes of buffered bodies.', [])
  const dropped = createMetric(
    'counter',
    'portolan_dropped_connections_total',
    'Connections of clients that were closed at once (limits.client_connections).',
    [],
  )
  const requestSeries = byStatus(requests)
  const attemptSeries = byStatus(attempts)
  const verdictSeries = byStatus(verdicts)
  const durations = BUCKETS.map(() => 0)
  let seconds = 0
  let count = 0

  const durationText = (): string =>
    [
      '# HELP portolan_request_seconds Time from the first byte of a request to the last byte of its reply.',
      '# TYPE portolan_request_seconds histogram',
      ...BUCKETS.map(
        (bucket, target) => `portolan_request_seconds_bucket{le="${bucket}"} ${durations[target] ?? 0}`,
      ),
      `portolan_request_seconds_bucket{le="+Inf"} ${count}`,
      `portolan_request_seconds_sum ${seconds}`,
      `portolan_request_seconds_count ${count}`,
    ].join('\n')

  return {
    request: record => {
      const config = record.config ?? ''
      requestSeries(config, record.status).value += 1
      for (const { provider, status } of record.attempts ?? NO_ATTEMPTS)
        attemptSeries(provider, status).value += 1
      if (record.skipped !== undefined) for (const target of record.skipped) skipped.add([config, target])
      if (record.cache !== undefined) cached.add([record.cache])
      if (record.limit !== undefined) refusals.add([record.limit])
      if (record.counted?.unpriced === true) unpriced.add([])
      if (record.guards !== undefined)
        for (const { id, verdict, deny } of record.guards)
          verdictSeries(id, deny ? 'denied' : verdict ? 'passed' : 'failed').value += 1
      const duration = record.milliseconds / 1000
      for (let target = BUCKETS.length - 1; target >= 0 && duration <= (BUCKETS[target] ?? 0); target -= 1)
        durations[target] = (durations[target] ?? 0) + 1
      seconds += duration
      count += 1
    },
    notice: notice => {
      if (notice.kind === 'circuit') {
        changes.add([notice.circuit, notice.to])
        open.set([notice.circuit], notice.to === 'closed' ? 0 : 1)
      }
      if (notice.kind === 'service') services.set([notice.service], notice.available ? 1 : 0)
      if (notice.kind === 'guard') verdicts.add([notice.guard, notice.verdict])
    },
    droppedConnection: () => dropped.add([]),
    text: () => {
      buffered.set([], bufferedBytes())
      return `${[
        requests,
        attempts,
        skipped,
        cached,
        changes,
        open,
        verdicts,
        refusals,
        unpriced,
        services,
        buffered,
        dropped,
      ]
        .map(metric => metric.text())
        .join('\n')}\n${durationText()}\n`
    },
  }
}

const NO_ATTEMPTS: NonNullable<RequestRecord['attempts']> = []

/** Maximum names in the lookup cache of a metric; it is cleared when full. */
const MAX_LOOKUPS = 2_000

/** Returns a cached lookup of series by name and status, without formatting labels on each call. */
function byStatus(metric: Metric): (name: string, status: number | string) => Series {
  const known = new Map<string, Map<number | string, Series>>()
  return (name, status) => {
    const found = known.get(name)?.get(status)
    if (found !== undefined) return found
    const series = metric.series([name, String(status)])
    if (known.size >= MAX_LOOKUPS) known.clear()
    const byName = known.get(name) ?? new Map<number | string, Series>()
    known.set(name, byName.set(status, series))
    return series
  }
}
