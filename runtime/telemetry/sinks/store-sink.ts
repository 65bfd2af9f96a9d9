// Sends records to the log store, with their bodies where they are logged.
import type { LogBatch, LoggedBodies } from '../../control/logs/log-store.ts'
import { StoreError } from '../../control/store-error.ts'
import { type BatchingSinkOptions, createBatchingSink, type SinkBatch } from './batching-sink.ts'
import type { RecordSink } from './record-sink.ts'

export interface StoreSinkOptions
  extends Pick<BatchingSinkOptions, 'onEvent' | 'takesBodies' | 'clock' | 'randomId'> {
  readonly append: (batch: LogBatch) => Promise<void>
}

/** Without requests to saved resources: whoever reads the logs must not change what they say of calls. */
export function createStoreSink({ append, ...options }: StoreSinkOptions): RecordSink {
  const sink = createBatchingSink({
    ...options,
    name: 'log_store',
    write: async batch => {
      try {
        await append(batchOf(batch))
        return undefined
      } catch (error) {
        // Repeated, it would keep all that follows from being written.
        if (error instanceof StoreError && error.code === 'unsupported') return { reason: error.message }
        throw error
      }
    },
  })
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
      ([record, { request, response }]): LoggedBodies => ({
        id: record,
        ...(request && { request }),
        ...(response && { response }),
      }),
    ),
  }),
})
