// The contract of a cloud that runs batches over its storage: what is asked of the service, and what its answers say.
// The course of each operation is the same for all (batches.ts).
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { BatchFacts } from '../batch.ts'
import type { Answer, Ask, CollectionContext } from '../collection.ts'
import type { JobService } from './job-service.ts'
import type { ResultFormat } from './results.ts'

/** A batch to start. */
export interface NewBatch {
  readonly model: string
  /** As the client said it: `/v1/chat/completions`. */
  readonly endpoint: string
  readonly window: string
  /** Addresses of the records, and of the folder for the results. */
  readonly records: string
  readonly results: string
  /** The body of the client, for what the interface has no word for. */
  readonly body: JsonObject
}

/** What a cloud's job says; the rest stands in the place of the batch. */
export type KnownFacts = Pick<BatchFacts, 'id' | 'status' | 'times' | 'errors' | 'counts'>

export interface BatchService extends JobService, ResultFormat {
  /** A request as the service reads it, under its number. */
  readonly record: (number: number, body: JsonObject, model: string) => JsonObject
  readonly start: (batch: NewBatch, context: CollectionContext) => Ask | Failure
  readonly started: (answer: Answer) => string | undefined
  readonly facts: (job: JsonObject) => KnownFacts
  /** The address of the records that the job was started with. */
  readonly recordsOf: (job: JsonObject) => string | undefined
}
