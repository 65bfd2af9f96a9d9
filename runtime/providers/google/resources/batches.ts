// Batches of the Gemini API, from an uploaded file or from `requests` in the body. A batch is returned as an
// operation whose metadata is the batch; its display name contains the input file.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText, isList, isObject } from '../../../../schemas/values/json.ts'
import {
  asCancelling,
  type BatchFacts,
  type BatchStatus,
  batchObject,
  DEFAULT_WINDOW,
  outputUnavailable,
} from '../../../resources/batch.ts'
import { encodeJsonl } from '../../../resources/batch-input-jsonl.ts'
import { fetchOne } from '../../../resources/single-request.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type {
  OperationContext,
  OperationSteps,
  ResourceAdapter,
  StepRequest,
  StepResponse,
} from '../../../values/resource-operation.ts'
import { modelPath } from '../model-name.ts'
import { ENDPOINT, toOutputLine, writeRecords } from './batch-records.ts'
import { batchModel, filePath, files } from './files.ts'
import { listByPageToken } from './page-token-list.ts'

const DISPLAY_NAME_PREFIX = 'gateway-batch of '
const batchPath = (id: string): string => `/batches/${encodeURIComponent(id)}`

/** The provider's states in the specification's terms. An unknown state is a batch in progress. */
export const BATCH_STATES: ReadonlyMap<string, BatchStatus> = new Map([
  ['PENDING', 'validating'],
  ['RUNNING', 'in_progress'],
  ['SUCCEEDED', 'completed'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
])

export const batches: ResourceAdapter = {
  create: function* ({ body }, context) {
    const invalidRequest = (message: string, param: string): Failure =>
      failure('invalid_request', message, { param })
    if (body['endpoint'] !== ENDPOINT)
      return invalidRequest(`Batches of this provider support only ${ENDPOINT}.`, 'endpoint')
    if (body['completion_window'] !== DEFAULT_WINDOW)
      return invalidRequest(
        `completion_window must be ${DEFAULT_WINDOW} for this provider.`,
        'completion_window',
      )
    const unsupported = Object.keys(asObject(body['metadata'])).length > 0 ? ['metadata'] : []
    if (unsupported.length > 0 && context.rejectsUnsupported)
      return invalidRequest('The provider does not support: metadata.', 'metadata')
    const input = isList(body['requests'])
      ? inlineInput(body['requests'], context)
      : yield* fileInput(asText(body['input_file_id']) ?? '')
    if (isFailure(input)) return input
    const batchRequest = {
      method: 'POST',
      path: `/${modelPath(input.model)}:batchGenerateContent`,
      body: { batch: { displayName: `${DISPLAY_NAME_PREFIX}${input.file}`, inputConfig: input.config } },
    }
    const dropped = [...new Set([...unsupported, ...input.dropped])].sort()
    return { ...(yield* fetchOne(batchRequest, objectOf)), dropped }
  },
  list: request => listByPageToken(request, '/batches', 'operations', objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: batchPath(id) }, objectOf),
  cancel: function* ({ id }, { now }) {
    yield { method: 'POST', path: `${batchPath(id)}:cancel`, body: {} }
    return { json: batchObject(asCancelling(factsOf(yield* findBatch(id)), now)) }
  },
  output: function* ({ id, ...request }, context) {
    const batch = yield* findBatch(id)
    const { status, outputFile } = factsOf(batch)
    if (outputFile !== undefined && files.content !== undefined)
      return yield* files.content({ ...request, id: outputFile }, context)
    const inlined = asList(asObject(outputOf(batch)['inlinedResponses'])['inlinedResponses']).filter(isObject)
    if (inlined.length === 0) return outputUnavailable(status)
    const lines = inlined.map((line, index) => toOutputLine(line, index, context))
    return { bytes: encodeJsonl(lines), contentType: 'application/jsonl' }
  },
}

const objectOf = (operation: JsonObject): JsonObject => batchObject(factsOf(operation))

function* findBatch(id: string): Generator<StepRequest, JsonObject, StepResponse> {
  const { json } = yield { method: 'GET', path: batchPath(id) }
  return asObject(json)
}

interface BatchInput {
  readonly model: string
  /** The file id; empty without one. */
  readonly file: string
  readonly config: JsonObject
  readonly dropped: readonly string[]
}

function inlineInput(
  values: Parameters<typeof writeRecords>[0],
  context: OperationContext,
): BatchInput | Failure {
  const records = writeRecords(values, 'requests', context)
  if (isFailure(records)) return records
  const { model, lines, requests, dropped } = records
  const inlined = lines.map(({ customId }, index) => ({
    request: requests[index] ?? {},
    metadata: { key: customId },
  }))
  return { model, file: '', config: { requests: { requests: inlined } }, dropped }
}

function* fileInput(id: string): OperationSteps<BatchInput> {
  const file = asObject((yield { method: 'GET', path: filePath(id) }).json)
  const model = batchModel(file)
  return model === undefined
    ? failure('invalid_request', 'The file was not uploaded here with the purpose "batch".', {
        param: 'input_file_id',
      })
    : { model, file: id, config: { fileName: asText(file['name']) ?? `files/${id}` }, dropped: [] }
}

/** The location of the results is in the operation's response, in its metadata, or in both. */
const outputOf = ({ response, metadata }: JsonObject): JsonObject => ({
  ...asObject(asObject(metadata)['output']),
  ...asObject(response),
})

function factsOf(operation: JsonObject): BatchFacts {
  const batch = asObject(operation['metadata'])
  const stats = asObject(batch['batchStats'])
  const count = (name: string): number => asCount(Number(stats[name] ?? 0)) ?? 0
  const displayName = asText(batch['displayName']) ?? ''
  const message = asText(asObject(operation['error'])['message'])
  const state = (asText(batch['state']) ?? '').replace(/^(BATCH|JOB)_STATE_/, '')
  return {
    id: (asText(operation['name']) ?? asText(batch['name']) ?? '').replace(/^batches\//, ''),
    endpoint: ENDPOINT,
    inputFile: displayName.startsWith(DISPLAY_NAME_PREFIX)
      ? displayName.slice(DISPLAY_NAME_PREFIX.length)
      : '',
    window: DEFAULT_WINDOW,
    status: BATCH_STATES.get(state) ?? 'in_progress',
    times: { created: unixSeconds(batch['createTime']), hasEnded: unixSeconds(batch['endTime']) },
    errors: message === undefined ? [] : [{ message }],
    outputFile: asText(outputOf(operation)['responsesFile'])?.replace(/^files\//, ''),
    counts: {
      total: count('requestCount'),
      completed: count('successfulRequestCount'),
      failed: count('failedRequestCount'),
    },
  }
}
