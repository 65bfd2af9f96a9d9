// What takes the records of requests besides the stream of the log: each sink has a queue of its own, and none is waited for.
import type { CallerSpan } from '../../values/trace-context.ts'
import type { EntryBodies, RequestRecord } from '../request-record.ts'

/** A finished request for sinks. Its line is made once, at the first use. */
export interface LogEntry {
  readonly record: RequestRecord
  /** The record as one line of JSON, without its line break. */
  line(): string
  /** Bounded and masked; only where the manifest has bodies logged, and this request is in the sample. */
  readonly bodies?: EntryBodies | undefined
  /** A request to saved resources, and not a call. */
  readonly isControl?: boolean
  /** The span of the caller; undefined where `traceparent` names none. */
  readonly callerSpan?: CallerSpan | undefined
}

export interface RecordSink {
  /** As operators know it: `log_file`, `log_store`, `log_http`, `otlp`. */
  readonly name: string
  /** Whether it takes bodies. */
  readonly takesBodies: boolean
  /** Takes an entry or sheds it, at once. Never throws. */
  readonly accept: (entry: LogEntry) => void
  /** Takes the line of an event that is not a request, without its line break; absent if only requests are of use. */
  readonly notice?: (line: string) => void
  /** How many entries wait, and how many were shed since the start. */
  readonly status: () => SinkStatus
  /** Writes what waits, for at most `milliseconds`, and closes. */
  readonly stop: (milliseconds: number) => Promise<void>
}

export interface SinkStatus {
  readonly waiting: number
  readonly shed: number
  readonly written: number
  /** Why the last write failed; undefined while the sink works. */
  readonly fault?: string | undefined
}
