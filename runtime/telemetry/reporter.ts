// Reports finished requests and events to the log, to metrics and to sinks. All of them receive the same records, so they never
// differ. Records are made for several requests at once: between two requests the code that does it has left the caches of the
// CPU, and takes longer.
import type { GatewayEvent } from '../values/event.ts'
import type { Clock } from '../values/ports.ts'
import type { CallerSpan } from '../values/trace-context.ts'
import { calledTools } from './called-tools.ts'
import { type Log, SILENT } from './log.ts'
import { toEventRecord } from './log-event.ts'
import type { Metrics } from './metrics.ts'
import type { EntryBodies } from './request-record.ts'
import {
  type FinishedRequest,
  linkTimestamps,
  type RecordPorts,
  type RequestRecord,
  toRequestRecord,
} from './request-record.ts'
import type { LogEntry, RecordSink } from './sinks/record-sink.ts'

/** The log as the server writes it. */
export interface RequestLog extends Pick<Log, 'write'> {
  readonly request: (request: FinishedRequest) => void
}

export interface Reporter {
  readonly log: RequestLog
  readonly notice: (notice: GatewayEvent) => void
  /** What the gateway works without at the moment, sorted: services, and sinks of the log as `sink otlp`. */
  readonly degraded: () => readonly string[]
  /** Absent if metrics are disabled. */
  readonly metrics: Metrics | undefined
  /** Sinks that receive records from now on, besides the log. */
  readonly attach: (sinks: readonly RecordSink[]) => void
  /** Reports the requests that wait for others. */
  readonly flush: () => void
}

/**
 * Requests that are reported together. More of them would be promoted out of the young generation of the garbage collector. Those
 * with bodies do not wait, since memory is bounded by what is encoded.
 */
const CHUNK_SIZE = 32
/** Milliseconds that a request waits for others. */
export const LINGER = 10

/**
 * `notices`: where events are written that are not requests, by default among those. `claim`: whether such a record is to be written
 * here, where other threads may write the same.
 */
export function createReporter(
  log: Log,
  metrics: Metrics | undefined,
  { now, monotonic, after }: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  notices: Log = log,
  claim?: (record: object) => Promise<boolean>,
): Reporter {
  const timestamp = linkTimestamps()
  let sinks: readonly RecordSink[] = []
  let pending: FinishedRequest[] = []
  let isScheduled = false
  const unavailable = new Set<string>()

  /** One receiver after the other, so that the code of each is run for all of them in a row. */
  const flush = (): void => {
    if (pending.length === 0) return
    const ports = { timestamp, epoch: now() - monotonic() }
    const finished = pending
    const entries = finished.map(each => new RecordEntry(each, ports))
    pending = []
    if (metrics !== undefined)
      for (const { record, callerSpan } of entries) metrics.request(record, callerSpan)
    for (const sink of sinks) for (const entry of entries) sink.accept(entry)
    if (log !== SILENT) for (const entry of entries) log.accept(entry)
    for (const { onRecorded } of finished) onRecorded?.()
  }
  const request: RequestLog['request'] = finished => {
    pending.push(finished)
    if (finished.bodies !== undefined || pending.length >= CHUNK_SIZE) flush()
    else if (!isScheduled) {
      isScheduled = true
      after(LINGER, () => {
        isScheduled = false
        flush()
      })
    }
  }
  const write = (record: object, isShared = true): void => {
    flush()
    if (claim === undefined || !isShared) writeNotice(record)
    else void claim(record).then(isOwn => isOwn && writeNotice(record))
  }
  const writeNotice = (record: object): void => {
    notices.write(record)
    for (const { notice } of sinks) notice?.(JSON.stringify(record))
  }
  return {
    log: { write: record => write(record), request },
    degraded: () => [...unavailable].sort(),
    notice: notice => {
      metrics?.notice(notice)
      if (notice.kind === 'service' || notice.kind === 'sink') {
        const name = notice.kind === 'service' ? notice.service : `sink ${notice.sink}`
        if (notice.available) unavailable.delete(name)
        else unavailable.add(name)
      }
      // Only counted: of decisions only samples of those that differ are worth a line, and lines for dropped records would
      // drown the rest.
      if (notice.kind === 'shed' || (notice.kind === 'decision' && notice.sample === undefined)) return
      // What other threads have lost is not what this one has.
      write(toEventRecord(notice, now()), notice.kind !== 'sink' || notice.lost === undefined)
    },
    metrics: metrics && {
      ...metrics,
      text: format => {
        flush()
        return metrics.text(format)
      },
    },
    attach: added => {
      metrics?.watch(added)
      sinks = [...sinks, ...added]
    },
    flush,
  }
}

class RecordEntry implements LogEntry {
  readonly record: RequestRecord
  readonly bodies: EntryBodies | undefined
  readonly callerSpan: CallerSpan | undefined
  readonly isControl: boolean
  #line: string | undefined = undefined

  constructor(
    { served, details, price, bodies, callerSpan, isControl = false }: FinishedRequest,
    { timestamp, epoch }: Pick<RecordPorts, 'timestamp' | 'epoch'>,
  ) {
    const record = toRequestRecord(served, details, { timestamp, epoch, price })
    const tools = bodies?.response && calledTools(bodies.response)
    this.record = tools === undefined ? record : { ...record, tools }
    this.bodies = bodies
    this.callerSpan = callerSpan
    this.isControl = isControl
  }

  line(): string {
    this.#line ??= JSON.stringify(this.record)
    return this.#line
  }
}
