// Sends records to the log store, with their bodies where they are logged.
import type { LogBatch, LoggedBodies } from '../../control/logs/log-store.ts'
import type { BatchRefusal } from './batch-queue.ts'
import { type BatchingSinkOptions, createBatchingSink, type SinkBatch } from './batching-sink.ts'
import type { RecordSink } from './record-sink.ts'

export interface StoreSinkOptions
  extends Pick<BatchingSinkOptions, 'onEvent' | 'takesBodies' | 'clock' | 'randomId'> {
  /** Resolves with a refusal for a batch that the store never takes. */
  readonly append: (batch: LogBatch) => Promise<BatchRefusal | undefined>
}

/** Without requests to saved resources: reading the logs must not change what they contain of calls. */
export function createStoreSink({ append, ...options }: StoreSinkOptions): RecordSink {
  const sink = createBatchingSink({ ...options, name: 'log_store', write: batch => append(batchOf(batch)) })
  return {
    ...sink,
    accept: entry => {
      if (entry.isControl !== true) sink.accept(entry)
    },
  }
}

const batchOf = ({ id, lines, bodies }: SinkBatch): LogBatch => ({
  id,
  lines,
  ...(bodies.size > 0 && {
    bodies: Array.from(
      bodies,
      ([record, { user, request, response }]): LoggedBodies => ({
        id: record,
        ...(user !== undefined && { user }),
        ...(request && { request }),
        ...(response && { response }),
      }),
    ),
  }),
})
