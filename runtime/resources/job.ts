// The fine-tuning job object of the interface (interface, "Fine-tuning job"), with every required field; and the
// events of a job.
import { asList, isObject, type Json, type JsonObject, present } from '../../schemas/values/json.ts'
import type { Failure } from '../values/failures.ts'
import type { OperationReply, ResourceRequest } from '../values/resource-operation.ts'
import { sliceList } from './list.ts'
import { unixSeconds } from './unix-seconds.ts'

export type JobStatus = 'validating_files' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** Whether the status is final. */
export const isFinalStatus = (status: JobStatus): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled'

export interface JobFacts {
  readonly id: string
  readonly model: string
  readonly status: JobStatus
  readonly trainingFile: string
  readonly validationFile?: string | undefined
  /** Unix seconds. */
  readonly created: number | undefined
  readonly finished?: number | undefined
  readonly estimated?: number | undefined
  readonly tunedModel?: string | undefined
  /** Why it failed. */
  readonly failure?:
    | { readonly code?: string; readonly message: string; readonly param?: string | undefined }
    | undefined
  readonly hyperparameters?: JsonObject | undefined
  readonly organization?: string | undefined
  readonly resultFiles?: readonly string[]
  readonly trainedTokens?: number | undefined
  readonly seed?: number | undefined
  readonly suffix?: string | undefined
  readonly integrations?: readonly Json[] | undefined
  readonly metadata?: JsonObject | undefined
}

/** Without a parameter that caused it, `param` is null, as the vendor has it. */
const errorOf = (failure: NonNullable<JobFacts['failure']>): JsonObject =>
  present({ code: 'training_failed', ...failure, param: failure.param ?? null })

export const jobObject = (facts: JobFacts): JsonObject => ({
  id: facts.id,
  object: 'fine_tuning.job',
  created_at: facts.created ?? 0,
  // The vendor sends an empty object for a job without one.
  error: facts.failure === undefined ? {} : errorOf(facts.failure),
  fine_tuned_model: facts.tunedModel ?? null,
  finished_at: facts.finished ?? null,
  hyperparameters: { n_epochs: 'auto', ...facts.hyperparameters },
  model: facts.model,
  organization_id: facts.organization ?? '',
  result_files: facts.resultFiles ?? [],
  status: facts.status,
  // Providers count while the job runs; the interface has no count before its end.
  trained_tokens: isFinalStatus(facts.status) ? (facts.trainedTokens ?? null) : null,
  training_file: facts.trainingFile,
  validation_file: facts.validationFile ?? null,
  seed: facts.seed ?? 0,
  integrations: facts.integrations ?? [],
  estimated_finish: facts.estimated ?? null,
  user_provided_suffix: facts.suffix ?? null,
  metadata: facts.metadata ?? null,
})

interface EventText {
  readonly message: string
  readonly level?: string | undefined
}

/**
 * All events of a job (interface, "Fine-tuning job event"). Providers give them no ids, so these are
 * generated from their index.
 */
export const jobEvents = (
  request: ResourceRequest,
  events: unknown,
  readEvent: (event: JsonObject) => EventText,
): OperationReply | Failure =>
  sliceList(
    request,
    asList(events)
      .filter(isObject)
      .map((event, index) => {
        const { message, level = 'info' } = readEvent(event)
        return {
          id: `${request.id}-event-${index}`,
          object: 'fine_tuning.job.event',
          created_at: unixSeconds(event['created_at']) ?? 0,
          level,
          message,
          type: 'message',
          data: null,
        }
      }),
  )
