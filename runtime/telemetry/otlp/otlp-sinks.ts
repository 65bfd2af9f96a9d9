// Sends requests to a collector of OpenTelemetry: sampled traces, and records as logs. Each signal has a queue of its own.
import type { PlanOtlp } from '../../../schemas/generated/types.ts'
import type { Ports } from '../../values/ports.ts'
import { type PostFault, postForStatus } from '../../values/post.ts'
import { exportedTraceOf, linkShare, spanOfRequest } from '../../values/trace-context.ts'
import type { RequestRecord } from '../request-record.ts'
import {
  type BatchQueue,
  type BatchQueueOptions,
  type BatchRefusal,
  createBatchQueue,
} from '../sinks/batch-queue.ts'
import type { LogEntry, RecordSink } from '../sinks/record-sink.ts'
import type { SinkAddress } from '../sinks/sink-address.ts'
import { createModelMetrics } from './model-metrics.ts'
import { createOtlpEncoding, type EncodedItems, type OtlpSignal } from './otlp-encoding.ts'
import { attributesOf, nanoseconds, type OtlpLogRecord, type OtlpMetric } from './otlp-message.ts'
import { requestAttributes } from './request-attributes.ts'
import { requestSpans } from './request-spans.ts'

export interface OtlpSinkOptions extends Pick<BatchQueueOptions<unknown, unknown>, 'onEvent'> {
  readonly settings: Pick<PlanOtlp, 'traces' | 'logs' | 'metrics' | 'encoding' | 'attributes' | 'conventions'>
  readonly address: SinkAddress
  /** Of the gateway. */
  readonly version: string
  readonly ports: Pick<Ports, 'upstream' | 'clock' | 'randomId' | 'hash'>
}

/** Statuses after which OTLP has a request repeated; after others it is useless. */
const REPEATABLE: ReadonlySet<number> = new Set([429, 502, 503, 504])
const TOO_LARGE = 413
/** Milliseconds between two reports of metrics. */
const METRICS_INTERVAL = 30_000

/** The sinks of the signals that the manifest has switched on. */
export function createOtlpSinks({
  settings,
  address,
  version,
  ports,
  onEvent,
}: OtlpSinkOptions): readonly RecordSink[] {
  const { clock, randomId, hash } = ports
  const { traces, logs, metrics, encoding: format, attributes, conventions } = settings
  const named = {
    'service.name': 'portolan',
    'service.version': version,
    'service.instance.id': randomId(),
    ...attributes,
  }
  const resource = attributesOf(Object.entries(named))
  const encoding = createOtlpEncoding(format, { resource, scope: { name: 'portolan', version } })
  const send = (
    signal: OtlpSignal,
    items: readonly EncodedItems[],
    onReply: (reply: Uint8Array) => void,
  ): Promise<PostFault | undefined> =>
    postForStatus(
      {
        url: `${address.url}/v1/${signal}`,
        headers: [...address.headers, 'content-type', encoding.contentType],
        body: encoding.message(signal, items),
        onReply,
      },
      ports,
    )
  const openQueue = <Given>(
    signal: OtlpSignal,
    encode: (given: Given) => EncodedItems | undefined,
    noun = 'record',
  ): BatchQueue<Given> =>
    createBatchQueue<Given, EncodedItems>({
      name: `otlp_${signal}`,
      noun,
      encode: (given, add) => {
        const items = encode(given)
        if (items !== undefined) add(items, items.length)
      },
      clock,
      randomId,
      onEvent,
      write: async ({ items }) => {
        let rejected: BatchRefusal | undefined
        const fault = await send(signal, items, reply => {
          rejected = encoding.readRejection(signal, reply)
        })
        if (fault === undefined) return rejected
        if (fault.status === undefined || REPEATABLE.has(fault.status)) throw new Error(fault.reason)
        return { reason: fault.reason, halvesMayPass: fault.status === TOO_LARGE }
      },
    })
  const sinkOf = (signal: OtlpSignal, encode: (entry: LogEntry) => EncodedItems | undefined): RecordSink => {
    const { put, status, stop } = openQueue(signal, encode)
    return { name: `otlp_${signal}`, takesBodies: false, accept: put, status, stop }
  }
  const hashText = (text: string): string => hash(text)
  const isInShare = linkShare(traces)
  const sinks: RecordSink[] = []
  if (traces > 0)
    sinks.push(
      sinkOf('traces', ({ record, callerSpan }) => {
        const sampled = callerSpan?.sampled
        if (sampled === false) return undefined
        const trace = exportedTraceOf(record.trace, callerSpan, hashText)
        if (sampled === undefined && !isInShare(trace)) return undefined
        return encoding.items('traces', requestSpans(record, { trace, parent: callerSpan?.span }))
      }),
    )
  if (logs)
    sinks.push(
      sinkOf('logs', ({ record, callerSpan }) => {
        const trace = exportedTraceOf(record.trace, callerSpan, hashText)
        const kept = callerSpan?.sampled ?? isInShare(trace)
        return encoding.items('logs', [requestLog(record, trace, kept)])
      }),
    )
  if (metrics) {
    const counted = createModelMetrics(clock.now(), conventions === 'latest')
    // A report that fails is followed by one that has all of it: points count from the start.
    const queue = openQueue(
      'metrics',
      (points: readonly OtlpMetric[]) => encoding.items('metrics', points),
      'report',
    )
    const report = (): void => {
      const points = counted.read(clock.now())
      if (points.length > 0 && queue.status().waiting === 0) queue.put(points)
    }
    let cancel = (): void => {}
    const everySoOften = (): void => {
      cancel = clock.after(METRICS_INTERVAL, () => {
        report()
        everySoOften()
      })
    }
    everySoOften()
    sinks.push({
      name: 'otlp_metrics',
      takesBodies: false,
      accept: ({ record }) => counted.add(record),
      status: queue.status,
      stop: milliseconds => {
        cancel()
        report()
        return queue.stop(milliseconds)
      },
    })
  }
  return sinks
}

const INFO = { severityNumber: 9, severityText: 'INFO' }
const WARNING = { severityNumber: 13, severityText: 'WARN' }
const ERROR = { severityNumber: 17, severityText: 'ERROR' }

/** The record of a request as a log record of OpenTelemetry. `trace` has 32 hexadecimal digits. */
function requestLog(record: RequestRecord, trace: string, sampled: boolean): OtlpLogRecord {
  const began = Date.parse(record.time)
  const { status, method, path, message, broken } = record
  const severity = status >= 500 || broken !== undefined ? ERROR : status >= 400 ? WARNING : INFO
  const sentence = message ?? broken
  return {
    timeUnixNano: nanoseconds(began),
    observedTimeUnixNano: nanoseconds(began + record.milliseconds),
    ...severity,
    body: { stringValue: `${method} ${path} ${status}${sentence === undefined ? '' : `: ${sentence}`}` },
    attributes: requestAttributes(record),
    traceId: trace,
    spanId: spanOfRequest(record.id),
    flags: sampled ? 1 : 0,
  }
}
