// The batch object of the interface (interface, "Batch"): every field is present, null if unknown.
import type { JsonObject } from '../../schemas/values/json.ts'
import { present } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'

export type BatchStatus =
  | 'validating'
  | 'failed'
  | 'in_progress'
  | 'finalizing'
  | 'completed'
  | 'expired'
  | 'cancelling'
  | 'cancelled'

export interface BatchError {
  readonly code?: string
  readonly message: string
  readonly line?: number
}

/** Unix seconds; most providers report one end time, and the status determines its kind. */
export interface BatchTimes {
  readonly created: number | undefined
  readonly started?: number | undefined
  readonly expires?: number | undefined
  readonly finalizing?: number | undefined
  readonly cancelling?: number | undefined
  readonly hasEnded?: number | undefined
}

export interface BatchFacts {
  readonly id: string
  readonly endpoint: string
  readonly inputFile: string
  readonly window: string
  readonly status: BatchStatus
  readonly times: BatchTimes
  readonly errors?: readonly BatchError[]
  readonly outputFile?: string | undefined
  readonly errorFile?: string | undefined
  readonly counts?: { readonly total: number; readonly completed: number; readonly failed: number }
  readonly metadata?: JsonObject | null | undefined
}

/** The vendor's window, for providers without one. */
export const DEFAULT_WINDOW = '24h'

export function batchObject(facts: BatchFacts): JsonObject {
  const { status, times, errors = [] } = facts
  const endTimeFor = (end: BatchStatus): number | null => (status === end ? (times.hasEnded ?? null) : null)
  return {
    id: facts.id,
    object: 'batch',
    endpoint: facts.endpoint,
    errors: errors.length === 0 ? null : { object: 'list', data: errors.map(errorObject) },
    input_file_id: facts.inputFile,
    completion_window: facts.window,
    status,
    output_file_id: facts.outputFile ?? null,
    error_file_id: facts.errorFile ?? null,
    created_at: times.created ?? 0,
    in_progress_at: times.started ?? null,
    expires_at: times.expires ?? null,
    finalizing_at: times.finalizing ?? null,
    completed_at: endTimeFor('completed'),
    failed_at: endTimeFor('failed'),
    expired_at: endTimeFor('expired'),
    cancelling_at: times.cancelling ?? null,
    cancelled_at: endTimeFor('cancelled'),
    request_counts: facts.counts ?? { total: 0, completed: 0, failed: 0 },
    metadata: facts.metadata ?? null,
  }
}

/** Without what is unknown: the interface has no nulls here. */
const errorObject = ({ code, message, line }: BatchError): JsonObject => present({ code, message, line })

/** The failure for a batch without output, or without output yet. */
export const outputUnavailable = (status: string): Failure =>
  failure('not_found', `The batch has no output; its status is "${status}".`, { param: 'batch_id' })

/**
 * The batch in the reply to its cancellation (interface, "States"): `cancelling`, whatever the provider returns, unless
 * it has ended.
 */
export function asCancelling(facts: BatchFacts, now: number): BatchFacts {
  const times = { ...facts.times, cancelling: facts.times.cancelling ?? now }
  const hasEnded = ['failed', 'completed', 'expired', 'cancelled'].includes(facts.status)
  return hasEnded ? facts : { ...facts, status: 'cancelling', times }
}
