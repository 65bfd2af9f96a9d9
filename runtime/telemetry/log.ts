// Buffers log records and writes them outside of request handling. When the reader is too slow, records are dropped
// and counted; the next batch reports how many are missing. The metrics receive the same records, so the two never
// differ.
import type { GatewayEvent } from '../values/event.ts'
import type { Clock } from '../values/ports.ts'
import { toEventRecord } from './log-event.ts'
import type { Metrics } from './metrics.ts'
import type { RequestRecord } from './request-record.ts'

export interface Log {
  readonly write: (record: object) => void
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
  // Serialized immediately: a record retained until the next flush would be promoted out of the young generation of
  // the garbage collector.
  let lines = ''
  let waiting = 0
  let scheduled = false
  let blocked = false
  let shed = 0
  const flush = (): void => {
    scheduled = false
    if (blocked || waiting === 0) return
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
  return {
    write: record => {
      if (waiting >= MAX_WAITING) {
        shed += 1
        return
      }
      lines += `${JSON.stringify(record)}\n`
      waiting += 1
      if (!scheduled) {
        scheduled = true
        after(FLUSH_INTERVAL, flush)
      }
    },
    flush,
  }
}

/** The log of gateways with logging disabled. */
export const SILENT: Log = { write: () => {}, flush: () => {} }

export interface Reporter {
  readonly log: Log
  readonly notice: (notice: GatewayEvent) => void
}

/** Reports requests and events to the log and, if enabled, to the metrics. */
export function createReporter(
  log: Log,
  metrics: Metrics | undefined,
  { now }: Pick<Clock, 'now'>,
): Reporter {
  const write = (notice: GatewayEvent): void => {
    // Decisions are counted; only samples of those that differ are worth a line.
    if (notice.kind === 'decision' && notice.sample === undefined) return
    log.write(toEventRecord(notice, now()))
  }
  if (metrics === undefined) return { log, notice: write }
  return {
    log: {
      write: record => {
        if (isRequest(record)) metrics.request(record)
        log.write(record)
      },
      flush: () => log.flush(),
    },
    notice: notice => {
      metrics.notice(notice)
      write(notice)
    },
  }
}

const isRequest = (record: object): record is RequestRecord => 'method' in record && 'bytesOut' in record
