// A sink that writes lines of JSON in batches.

import type { EntryBodies } from '../request-record.ts'
import { type BatchQueueOptions, type BatchRefusal, createBatchQueue } from './batch-queue.ts'
import type { LogEntry, RecordSink } from './record-sink.ts'

/** What is written at once. Repeated with the same identifier after a failure. */
export interface SinkBatch {
  readonly id: string
  /** Lines of JSON, each with its line break. */
  readonly lines: string
  readonly count: number
  /** By the identifiers of their records. */
  readonly bodies: ReadonlyMap<string, EntryBodies>
}

export interface BatchingSinkOptions
  extends Omit<BatchQueueOptions<LogEntry | string, string>, 'write' | 'encode'> {
  readonly takesBodies: boolean
  /** Whether lines of events are written among those of requests. */
  readonly takesNotices?: boolean
  /** Rejects with a sentence without secrets when the batch was not written; resolves with a refusal for what is dropped. */
  readonly write: (batch: SinkBatch) => Promise<BatchRefusal | undefined>
}

export function createBatchingSink({
  takesBodies,
  takesNotices = false,
  write,
  ...options
}: BatchingSinkOptions): RecordSink {
  const { put, isOpen, status, stop } = createBatchQueue<LogEntry | string, string>({
    ...options,
    encode: (entry, add) => {
      if (typeof entry === 'string') return add(entry, entry.length + 1)
      const line = entry.line()
      add(line, line.length + 1, entry.record.id, takesBodies ? entry.bodies : undefined)
    },
    // Joined when they are written: a string that grows line by line would be copied once more, when it leaves.
    write: ({ id, items, bodies }) =>
      write({ id, lines: [...items, ''].join('\n'), count: items.length, bodies }),
  })
  return {
    name: options.name,
    takesBodies,
    accept: put,
    // The log of the process has them, too. After the end each would report the loss of the previous one, without end.
    ...(takesNotices && {
      notice: (line: string) => {
        if (isOpen()) put(line)
      },
    }),
    status,
    stop,
  }
}
