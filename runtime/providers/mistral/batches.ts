// Batches of Mistral: jobs over uploaded files. A job names its model, which OpenAI clients name in each line.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import {
  asCancelling,
  type BatchError,
  type BatchFacts,
  type BatchStatus,
  batchObject,
  DEFAULT_WINDOW,
  outputUnavailable,
} from '../../resources/batch.ts'
import { parseJsonl, readBatchLines, readSingleModel } from '../../resources/batch-input-jsonl.ts'
import { paginateByNumber } from '../../resources/list.ts'
import { fetchOne } from '../../resources/single-request.ts'
import { unixSeconds } from '../../resources/unix-seconds.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { OperationSteps, ResourceAdapter } from '../../values/resource-operation.ts'

const PATH = '/batch/jobs'
const jobPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

/** The provider's states in the specification's terms. An unknown state is a batch in progress. */
export const BATCH_STATES: ReadonlyMap<string, BatchStatus> = new Map([
  ['QUEUED', 'validating'],
  ['RUNNING', 'in_progress'],
  ['SUCCESS', 'completed'],
  ['FAILED', 'failed'],
  ['TIMEOUT_EXCEEDED', 'expired'],
  ['CANCELLATION_REQUESTED', 'cancelling'],
  ['CANCELLED', 'cancelled'],
])

export const batches: ResourceAdapter = {
  create: function* ({ body }) {
    const hours = hoursOf(asText(body['completion_window']) ?? DEFAULT_WINDOW)
    if (hours === undefined)
      return failure('invalid_request', 'completion_window must be between 1h and 168h (7d).', {
        param: 'completion_window',
      })
    const model = yield* modelOf(body)
    if (isFailure(model)) return model
    const job = present({
      input_files: [body['input_file_id'] ?? ''],
      endpoint: body['endpoint'],
      model: model.model,
      metadata: isObject(body['metadata']) ? body['metadata'] : undefined,
      timeout_hours: hours,
    })
    return yield* fetchOne({ method: 'POST', path: PATH, body: job }, objectOf)
  },
  list: request => paginateByNumber(request, PATH, objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: jobPath(id) }, objectOf),
  cancel: ({ id }, { now }) =>
    fetchOne({ method: 'POST', path: `${jobPath(id)}/cancel` }, job =>
      batchObject(asCancelling(factsOf(job), now)),
    ),
  output: function* ({ id }) {
    const { outputFile, errorFile, status } = factsOf(
      asObject((yield { method: 'GET', path: jobPath(id) }).json),
    )
    const file = outputFile ?? errorFile
    if (file === undefined) return outputUnavailable(status)
    const { bytes } = yield { method: 'GET', path: `/files/${encodeURIComponent(file)}/content` }
    return { bytes, contentType: 'application/jsonl' }
  },
}

/** From the request body where the client knows this provider, else from the lines of the file. */
function* modelOf(body: JsonObject): OperationSteps<{ readonly model: string }> {
  const model = asText(body['model'])
  if (model) return { model: model }
  const file = encodeURIComponent(asText(body['input_file_id']) ?? '')
  const { bytes } = yield { method: 'GET', path: `/files/${file}/content` }
  const lines = readBatchLines(parseJsonl(bytes), asText(body['endpoint']) ?? '', 'input_file_id')
  return isFailure(lines) ? lines : readSingleModel(lines, 'input_file_id')
}

function hoursOf(window: string): number | undefined {
  const [, count, unit] = /^(\d{1,3})([hd])$/.exec(window) ?? []
  const hours = Number(count) * (unit === 'd' ? 24 : 1)
  return hours >= 1 && hours <= 168 ? hours : undefined
}

function factsOf(job: JsonObject): BatchFacts {
  const status = BATCH_STATES.get(asText(job['status']) ?? '') ?? 'in_progress'
  return {
    id: asText(job['id']) ?? '',
    endpoint: asText(job['endpoint']) ?? '',
    inputFile: asText(asList(job['input_files'])[0]) ?? '',
    window: DEFAULT_WINDOW,
    status,
    times: {
      created: unixSeconds(job['created_at']),
      started: unixSeconds(job['started_at']),
      hasEnded: unixSeconds(job['completed_at']),
    },
    errors: asList(job['errors']).flatMap(errorOf),
    outputFile: asText(job['output_file']),
    errorFile: asText(job['error_file']),
    counts: {
      total: asCount(job['total_requests']) ?? 0,
      completed: asCount(job['succeeded_requests']) ?? 0,
      failed: asCount(job['failed_requests']) ?? 0,
    },
    metadata: isObject(job['metadata']) ? job['metadata'] : null,
  }
}

const objectOf = (job: JsonObject): JsonObject => batchObject(factsOf(job))

const errorOf = (error: unknown): readonly BatchError[] => {
  const message = asText(asObject(error)['message'])
  return message === undefined ? [] : [{ message }]
}
