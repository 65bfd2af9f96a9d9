// Batches of Together: OpenAI's requests, with states in upper case and unpaginated lists.
import type { JsonObject } from '../../../compiler/source.ts'
import {
  type BatchFacts,
  type BatchStatus,
  batchObject,
  cancelled,
  USUAL_WINDOW,
} from '../../collections/batch.ts'
import type { CollectionAdapter } from '../../collections/collection.ts'
import { askAll, askOne } from '../../collections/single-request.ts'
import { unixSeconds } from '../../collections/unix-seconds.ts'
import { vendorBatches } from '../../collections/vendor-batches.ts'
import { failure } from '../../failures.ts'
import { asText, isObject, present } from '../wire/json.ts'

const PATH = '/batches'
const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

/** The provider's states in the specification's terms. An unknown state is a batch in progress. */
export const BATCH_STATES: ReadonlyMap<string, BatchStatus> = new Map([
  ['VALIDATING', 'validating'],
  ['IN_PROGRESS', 'in_progress'],
  ['COMPLETED', 'completed'],
  ['FAILED', 'failed'],
  ['EXPIRED', 'expired'],
  ['CANCELLED', 'cancelled'],
])

export const batches: CollectionAdapter = {
  ...vendorBatches,
  create: function* ({ body }, { refusesLosses }) {
    const { input_file_id, endpoint, completion_window, metadata } = body
    const dropped = isObject(metadata) && Object.keys(metadata).length > 0 ? ['metadata'] : []
    if (dropped.length > 0 && refusesLosses)
      return failure('invalid_request', 'The provider does not support: metadata.', { param: 'metadata' })
    const asked = present({ input_file_id, endpoint, completion_window })
    const made = yield* askOne({ method: 'POST', path: PATH, body: asked }, objectOf)
    return { ...made, dropped }
  },
  list: request => askAll(request, PATH, objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: at(id) }, objectOf),
  cancel: ({ id }, { now }) =>
    askOne({ method: 'POST', path: `${at(id)}/cancel` }, job => batchObject(cancelled(factsOf(job), now))),
}

const objectOf = (answer: JsonObject): JsonObject => batchObject(factsOf(answer))

/** Creation returns an envelope, reading does not. */
function factsOf(answer: JsonObject): BatchFacts {
  const job = isObject(answer['job']) ? answer['job'] : answer
  const error = asText(job['error'])
  return {
    id: asText(job['id']) ?? '',
    endpoint: asText(job['endpoint']) ?? '',
    inputFile: asText(job['input_file_id']) ?? '',
    window: USUAL_WINDOW,
    status: BATCH_STATES.get(asText(job['status']) ?? '') ?? 'in_progress',
    times: {
      created: unixSeconds(job['created_at']),
      expires: unixSeconds(job['job_deadline']),
      ended: unixSeconds(job['completed_at']),
    },
    errors: error === undefined || error === '' ? [] : [{ message: error }],
    outputFile: asText(job['output_file_id']) || undefined,
    errorFile: asText(job['error_file_id']) || undefined,
  }
}
