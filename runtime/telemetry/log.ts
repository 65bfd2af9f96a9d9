// Buffers log records and writes them outside of request handling. When the reader is too slow, records are dropped
// and counted; the next batch reports how many are missing.
import { escapeControls } from '../../schemas/values/json.ts'
import type { LogEntry } from './sinks/record-sink.ts'

export interface Log {
  readonly write: (record: object) => void
  /** Writes the line of a record. */
  readonly accept: (entry: Pick<LogEntry, 'line'>) => void
  /** Writes the buffered records immediately, also to a reader that is slow, before the process exits. */
  readonly flush: () => void
}

export interface LogPorts {
  /** Writes text; returns false when the reader applies backpressure. */
  readonly write: (text: string) => boolean
  /** Calls back once when the reader has caught up. */
  readonly drained: (action: () => void) => void
  readonly after: (milliseconds: number, action: () => void) => () => void
}

/** Milliseconds that a line waits for others. */
export const FLUSH_INTERVAL = 40
const MAX_WAITING = 10_000

export function createLog({ write, drained, after }: LogPorts): Log {
  let lines = ''
  let waiting = 0
  let scheduled = false
  let blocked = false
  let shed = 0
  const flush = (): void => {
    if (waiting === 0) return
    let text = lines
    lines = ''
    waiting = 0
    if (shed > 0) {
      const message = 'Log lines were dropped because the log reader is too slow.'
      text += `${JSON.stringify({ level: 'warning', message, shed })}\n`
      shed = 0
    }
    // To escape is to read each character, so lines of ASCII are recognized by their length.
    if (!write(Buffer.byteLength(text) === text.length ? text : escapeControls(text))) {
      blocked = true
      drained(() => {
        blocked = false
        flush()
      })
    }
  }
  const flushInTime = (): void => {
    scheduled = false
    if (!blocked) flush()
  }
  const accept: Log['accept'] = entry => {
    if (waiting >= MAX_WAITING) {
      shed += 1
      return
    }
    waiting += 1
    lines += `${entry.line()}\n`
    if (!scheduled) {
      scheduled = true
      after(FLUSH_INTERVAL, flushInTime)
    }
  }
  return { write: record => accept({ line: () => JSON.stringify(record) }), accept, flush }
}

/** The log of gateways with logging disabled. */
export const SILENT: Log = { write: () => {}, accept: () => {}, flush: () => {} }
