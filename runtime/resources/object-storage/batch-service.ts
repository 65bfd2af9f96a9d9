// The contract of a cloud batch service over object storage: its requests, and how its responses are parsed. The steps of
// each operation are the same for all clouds (object-store-batches.ts).
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import type { OperationContext, StepRequest, StepResponse } from '../../values/resource-operation.ts'
import type { BatchFacts } from '../batch.ts'
import type { ResultFormat } from './batch-results.ts'
import type { JobService } from './job-service.ts'

/** A batch to start. */
export interface NewBatch {
  readonly model: string
  /** As sent by the client: `/v1/chat/completions`. */
  readonly endpoint: string
  readonly window: string
  /** URIs of the records, and of the prefix for the results. */
  readonly recordsUri: string
  readonly resultsUri: string
  /** The client's body, for provider-specific parameters. */
  readonly body: JsonObject
}

/** The fields of a cloud job; the others are in the location of the batch. */
export type ServiceBatchFacts = Pick<BatchFacts, 'id' | 'status' | 'times' | 'errors' | 'counts'>

export interface BatchService extends JobService, ResultFormat {
  /** A request as a record of the service, with its number. */
  readonly record: (number: number, body: JsonObject, model: string) => JsonObject
  readonly startRequest: (batch: NewBatch, context: OperationContext) => StepRequest | Failure
  readonly parseStarted: (answer: StepResponse) => string | undefined
  readonly parseFacts: (job: JsonObject) => ServiceBatchFacts
  /** The URI of the records that the job was started with. */
  readonly recordsUri: (job: JsonObject) => string | undefined
}
