// The contract of a cloud training service over object storage: its requests, and how its responses are parsed. The steps
// of each operation are the same for all clouds (object-store-jobs.ts).
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import type { OperationContext, StepRequest, StepResponse } from '../../values/resource-operation.ts'
import type { JobFacts } from '../job.ts'
import type { JobRequest, SupportedParameters } from '../read-job.ts'
import type { JobService } from './job-service.ts'
import type { TranslateChat } from './training-file.ts'

/** A job to start. */
export interface NewJob {
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
