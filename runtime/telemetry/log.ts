// Buffers log records and writes them outside of request handling. When the reader is too slow, records are dropped
// and counted; the next batch reports how many are missing. The metrics receive the same records, so the two never
// differ.
import type { GatewayEvent } from '../values/event.ts'
import type { Clock } from '../values/ports.ts'
import type { CallerSampling } from '../values/trace-context.ts'
import { toEventRecord } from './log-event.ts'
import type { Metrics } from './metrics.ts'
import type { RequestRecord } from './request-record.ts'
import { ENCODE_CHUNK_SIZE, type EntryBodies, type LogEntry, type RecordSink } from './sinks/record-sink.ts'

export interface Log {
  readonly write: (record: object) => void
  /** Writes the line of a record. */
  readonly accept: (entry: Pick<LogEntry, 'line' | 'bodies'>) => void
  /** Writes the buffered records immediately, before the process exits. */
  readonly flush: () => void
}

export interface LogPorts {
  /** Writes text; returns false when the reader applies backpressure. */
  readonly write: (text: string) => boolean
  /** Calls back once when the reader has caught up. */
  readonly drained: (action: () => void) => void
  readonly after: (milliseconds: number, action: () => void) => () => void
}

const FLUSH_INTERVAL = 50
const MAX_WAITING = 10_000

export function createLog({ write, drained, after }: LogPorts): Log {
  let pending: Parameters<Log['accept']>[0][] = []
  let lines = ''
  let waiting = 0
  let scheduled = false
  let blocked = false
  let shed = 0
  const serialize = (): void => {
    for (const entry of pending) lines += `${entry.line()}\n`
    pending = []
  }
  const flush = (): void => {
    scheduled = false
    if (blocked || waiting === 0) return
    serialize()
    let text = lines
    lines = ''
    waiting = 0
    if (shed > 0) {
      const message = 'Log lines were dropped because the log reader is too slow.'
      text += `${JSON.stringify({ level: 'warning', message, shed })}\n`
      shed = 0
    }
    if (!write(text)) {
      blocked = true
      drained(() => {
        blocked = false
        flush()
      })
    }
  }
  const accept: Log['accept'] = entry => {
    if (waiting >= MAX_WAITING) {
      shed += 1
      return
    }
    waiting += 1
    pending.push(entry)
    if (entry.bodies !== undefined || pending.length >= ENCODE_CHUNK_SIZE) serialize()
    if (!scheduled) {
      scheduled = true
      after(FLUSH_INTERVAL, flush)
    }
  }
  return { write: record => accept({ line: () => JSON.stringify(record) }), accept, flush }
}

/** The log of gateways with logging disabled. */
export const SILENT: Log = { write: () => {}, accept: () => {}, flush: () => {} }

/** The log as the server writes it. */
export interface RequestLog extends Pick<Log, 'write'> {
  /**
   * A finished request. `sampled` is not in the log: what the caller has decided of the trace. `isControl`: a request to saved
   * resources, and not a call.
   */
  readonly request: (
    record: RequestRecord,
    bodies?: EntryBodies,
    sampled?: CallerSampling,
    isControl?: boolean,
  ) => void
}

export interface Reporter {
  readonly log: RequestLog
  readonly notice: (notice: GatewayEvent) => void
  /** Sinks that receive records from now on, besides the log. */
  readonly attach: (sinks: readonly RecordSink[]) => void
}

/** Reports requests and events to the log and, if enabled, to the metrics and to sinks. */
export function createReporter(
  log: Log,
  metrics: Metrics | undefined,
  { now }: Pick<Clock, 'now'>,
): Reporter {
  let sinks: readonly RecordSink[] = []
  const request: RequestLog['request'] = (record, bodies, sampled, isControl = false) => {
    metrics?.request(record, sampled)
    if (sinks.length === 0 && log === SILENT) return
    const entry = new RecordEntry(record, bodies, sampled, isControl)
    for (const sink of sinks) sink.accept(entry)
    log.accept(entry)
  }
  return {
    log: { write: log.write, request },
    notice: notice => {
      metrics?.notice(notice)
      // Counted alone: of decisions only samples of those that differ are worth a line, and lines for dropped records would
      // drown the rest.
      if (notice.kind === 'shed' || (notice.kind === 'decision' && notice.sample === undefined)) return
      log.write(toEventRecord(notice, now()))
    },
    attach: added => {
      metrics?.watch(added)
      sinks = [...sinks, ...added]
    },
  }
}

class RecordEntry implements LogEntry {
  readonly record: RequestRecord
  readonly bodies: EntryBodies | undefined
  readonly sampled: CallerSampling
  readonly isControl: boolean
  #line: string | undefined = undefined

  constructor(
    record: RequestRecord,
    bodies: EntryBodies | undefined,
    sampled: CallerSampling,
    isControl: boolean,
  ) {
    this.record = record
    this.bodies = bodies
    this.sampled = sampled
    this.isControl = isControl
  }

  line(): string {
    this.#line ??= JSON.stringify(this.record)
    return this.#line
  }
}
