// Batches of Together: OpenAI's requests, with states in upper case and unpaginated lists.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asText, isObject, present } from '../../../schemas/values/json.ts'
import {
  asCancelling,
  type BatchFacts,
  type BatchStatus,
  batchObject,
  DEFAULT_WINDOW,
} from '../../resources/batch.ts'
import { fetchList, fetchOne } from '../../resources/single-request.ts'
import { unixSeconds } from '../../resources/unix-seconds.ts'
import { vendorBatches } from '../../resources/vendor-batches.ts'
import { failure } from '../../values/failures.ts'
import type { ResourceAdapter } from '../../values/resource-operation.ts'

const PATH = '/batches'
const batchPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

/** The provider's states in the specification's terms. An unknown state is a batch in progress. */
export const BATCH_STATES: ReadonlyMap<string, BatchStatus> = new Map([
  ['VALIDATING', 'validating'],
  ['IN_PROGRESS', 'in_progress'],
  ['COMPLETED', 'completed'],
  ['FAILED', 'failed'],
  ['EXPIRED', 'expired'],
  ['CANCELLED', 'cancelled'],
])

export const batches: ResourceAdapter = {
  ...vendorBatches,
  create: function* ({ body }, { rejectsUnsupported }) {
    const { input_file_id, endpoint, completion_window, metadata } = body
    const dropped = isObject(metadata) && Object.keys(metadata).length > 0 ? ['metadata'] : []
    if (dropped.length > 0 && rejectsUnsupported)
      return failure('invalid_request', 'The provider does not support: metadata.', { param: 'metadata' })
    const newBatch = present({ input_file_id, endpoint, completion_window })
    const created = yield* fetchOne({ method: 'POST', path: PATH, body: newBatch }, objectOf)
    return { ...created, dropped }
  },
  list: request => fetchList(request, PATH, objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: batchPath(id) }, objectOf),
  cancel: ({ id }, { now }) =>
    fetchOne({ method: 'POST', path: `${batchPath(id)}/cancel` }, job =>
      batchObject(asCancelling(factsOf(job), now)),
    ),
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
    window: DEFAULT_WINDOW,
    status: BATCH_STATES.get(asText(job['status']) ?? '') ?? 'in_progress',
    times: {
      created: unixSeconds(job['created_at']),
      expires: unixSeconds(job['job_deadline']),
      hasEnded: unixSeconds(job['completed_at']),
    },
    errors: error === undefined || error === '' ? [] : [{ message: error }],
    outputFile: asText(job['output_file_id']) || undefined,
    errorFile: asText(job['error_file_id']) || undefined,
  }
}
