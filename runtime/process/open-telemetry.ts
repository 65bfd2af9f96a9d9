// The telemetry of a process: the log, metrics, and sinks of records.
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Bundle } from '../../schemas/generated/types.ts'
import type { MetricsText } from '../http/serving-gateway.ts'
import { createLog, type Log, SILENT } from '../telemetry/log.ts'
import { createMetrics, type LoopDelay, type MetricsOptions } from '../telemetry/metrics.ts'
import { createReporter, type Reporter } from '../telemetry/reporter.ts'
import type { Clock, Ports } from '../values/ports.ts'
import { exportedTraceOf, linkShare } from '../values/trace-context.ts'
import type { WorkerContext } from './worker-context.ts'

export interface LogDestination {
  /** Where log records are written; default: per manifest. */
  readonly logTo?: Pick<NodeJS.WritableStream, 'write' | 'once'> | 'none'
  /** Absent if one thread serves. */
  readonly worker?: WorkerContext
}

export interface ProcessTelemetry extends Reporter {
  /** The text of the metrics, of all threads; absent if they are disabled. */
  readonly metricsText: MetricsText | undefined
  /** Writes what is buffered, before the process exits. */
  readonly stop: () => Promise<void>
}

/** `bufferedBytes` gives the current size of all buffered bodies. */
export function openTelemetry(
  options: LogDestination,
  { gateway }: Bundle,
  { clock, hash }: Pick<Ports, 'clock' | 'hash'>,
  bufferedBytes: () => number,
): ProcessTelemetry {
  // A closed log reader must not stop the gateway.
  const outputs = [process.stdout, process.stderr]
  const ignoreError = (): void => {}
  for (const stream of outputs) stream.on('error', ignoreError)
  const metrics = gateway.metrics
    ? createMetrics({
        bufferedBytes,
        ...(gateway.metricsListen?.labels && { labels: gateway.metricsListen.labels }),
        ...exportedTraces(gateway.telemetry?.otlp?.traces ?? 0, hash),
      })
    : undefined
  const stream = openLog(options.logTo ?? gateway.log, clock)
  // Events of the gateway are logged even if the log of requests is disabled.
  const notices = options.logTo === undefined && stream === SILENT ? openLog('stderr', clock) : stream
  const { worker } = options
  const reporter = createReporter(stream, metrics, clock, notices, worker?.claim)
  const { degraded, notice, metrics: reported } = reporter
  return {
    ...reporter,
    ...(worker && {
      notice: event => {
        notice(event)
        worker.noticed(event, degraded())
      },
      degraded: () => [...new Set([...degraded(), ...worker.lackingElsewhere()])].sort(),
    }),
    metricsText: reported && (worker?.mergedMetrics(reported.text) ?? reported.text),
    stop: async () => {
      reporter.flush()
      await worker?.settled()
      stream.flush()
      notices.flush()
      for (const output of outputs) output.off('error', ignoreError)
    },
  }
}

/** Milliseconds between two samples. */
const SAMPLE = 20
/** Milliseconds after which a window ends when it is read. */
const WINDOW = 60_000
const NANOSECONDS = 1_000_000

const QUANTILES = [50, 99, 100] as const

/**
 * How late the event loop was, from the histogram of `node:perf_hooks`: it samples natively, so that no request runs code for it. What is read
 * covers the window before too, since several scrapers may read.
 */
export function monitorDelays(
  { monotonic }: Pick<Clock, 'monotonic'>,
  histogram: DelayHistogram = monitorEventLoopDelay({ resolution: SAMPLE }),
): { readonly read: () => readonly LoopDelay[]; readonly stop: () => void } {
  histogram.enable()
  let began = monotonic()
  let before: readonly number[] = []
  return {
    read: () => {
      // It has the time between samples, of which the delay is a part.
      const delays = QUANTILES.map(percent =>
        Math.max(0, histogram.percentile(percent) / NANOSECONDS - SAMPLE),
      )
      const found = QUANTILES.map((percent, index) => ({
        quantile: String(percent / 100),
        milliseconds: Math.max(delays[index] ?? 0, before[index] ?? 0),
      }))
      if (monotonic() - began >= WINDOW) {
        before = delays
        began = monotonic()
        histogram.reset()
      }
      return found
    },
    stop: () => void histogram.disable(),
  }
}

type DelayHistogram = Pick<ELDHistogram, 'enable' | 'disable' | 'reset' | 'percentile'>

/** An exemplar leads to a trace, so it is given only for traces that a collector has. */
function exportedTraces(share: number, hash: Ports['hash']): Pick<MetricsOptions, 'exportedTrace'> {
  if (share === 0) return {}
  const isInShare = linkShare(share)
  return {
    exportedTrace: (trace, caller) => {
      if (caller?.sampled === false) return undefined
      const exported = exportedTraceOf(trace, caller, hash)
      return caller?.sampled === true || isInShare(exported) ? exported : undefined
    },
  }
}

/** The stream of the log, as the manifest or the command line has it. */
function openLog(
  destination: Bundle['gateway']['log'] | NonNullable<LogDestination['logTo']>,
  { after }: Ports['clock'],
): Log {
  if (destination === 'none') return SILENT
  const stream =
    destination === 'stdout' ? process.stdout : destination === 'stderr' ? process.stderr : destination
  return createLog({
    write: stream.write.bind(stream),
    drained: action => void stream.once('drain', action),
    after,
  })
}
