// The contracts of the batch and training services of a cloud over object storage: their requests, and how their
// responses are parsed. The steps of each operation are the same for all clouds (object-store-batches.ts,
// object-store-jobs.ts).
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import type { OperationContext, StepRequest, StepResponse } from '../../values/resource-operation.ts'
import type { BatchFacts } from '../batch.ts'
import type { JobFacts } from '../job.ts'
import type { JobRequest, SupportedParameters } from '../read-job.ts'
import type { ResultFormat } from './batch-results.ts'
import type { OpenObjectStore } from './object-store.ts'
import type { TranslateChat } from './training-file.ts'

/** Shared by both services. */
export interface JobService {
  readonly openStore: OpenObjectStore
  readonly get: (id: string, context: OperationContext) => StepRequest | Failure
  readonly cancel: (id: string, context: OperationContext) => StepRequest | Failure
  readonly list: (token: string | undefined, size: number, context: OperationContext) => StepRequest | Failure
  readonly parseList: (answer: StepResponse) => {
    readonly jobs: readonly JsonObject[]
    readonly next: string | undefined
  }
}

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

/** A job to start. */
interface NewJob {
  readonly request: JobRequest
  /** URIs of the training and validation files, and of the output prefix. */
  readonly trainingUri: string
  readonly validationUri: string | undefined
  readonly resultsUri: string
  /** The client's body, for provider-specific parameters. */
  readonly body: JsonObject
}

export interface TuningService extends JobService {
  readonly supported: SupportedParameters
  /** Converts chats for the model; undefined for models whose files are used unchanged. */
  readonly translate: (model: string, context: OperationContext) => TranslateChat | undefined
  readonly startRequest: (job: NewJob, context: OperationContext) => StepRequest | Failure
  readonly parseStarted: (answer: StepResponse, context: OperationContext) => string | undefined
  readonly parseFacts: (job: JsonObject) => JobFacts
}
