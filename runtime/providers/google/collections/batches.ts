// Batches of the Gemini API, from an uploaded file or from `requests` in the body. A batch is returned as an
// operation whose metadata is the batch; its display name contains the input file.
import type { JsonObject } from '../../../../compiler/source.ts'
import {
  type BatchFacts,
  type BatchStatus,
  batchObject,
  cancelled,
  lacksOutput,
  USUAL_WINDOW,
} from '../../../collections/batch.ts'
import type {
  Answer,
  Ask,
  CollectionAdapter,
  CollectionContext,
  Talk,
} from '../../../collections/collection.ts'
import { askOne } from '../../../collections/single-request.ts'
import { unixSeconds } from '../../../collections/unix-seconds.ts'
import { writeLines } from '../../../collections/vendor-lines.ts'
import { type Failure, failure, isFailure } from '../../../failures.ts'
import { asCount, asList, asObject, asText, isList, isObject } from '../../wire/json.ts'
import { modelPath } from '../model-name.ts'
import { batchModel, filePath, files } from './files.ts'
import { ENDPOINT, readResult, writeRecords } from './records.ts'
import { tokenPages } from './token-pages.ts'

const NAME = 'gateway-batch of '
const at = (id: string): string => `/batches/${encodeURIComponent(id)}`

/** The provider's states in the specification's terms. An unknown state is a batch in progress. */
export const BATCH_STATES: ReadonlyMap<string, BatchStatus> = new Map([
  ['PENDING', 'validating'],
  ['RUNNING', 'in_progress'],
  ['SUCCEEDED', 'completed'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
])

export const batches: CollectionAdapter = {
  create: function* ({ body }, context) {
    const refused = (sentence: string, param: string): Failure =>
      failure('invalid_request', sentence, { param })
    if (body['endpoint'] !== ENDPOINT)
      return refused(`Batches of this provider support only ${ENDPOINT}.`, 'endpoint')
    if (body['completion_window'] !== USUAL_WINDOW)
      return refused(`completion_window must be ${USUAL_WINDOW} for this provider.`, 'completion_window')
    const pairs = Object.keys(asObject(body['metadata'])).length > 0 ? ['metadata'] : []
    if (pairs.length > 0 && context.refusesLosses)
      return refused('The provider does not support: metadata.', 'metadata')
    const input = isList(body['requests'])
      ? inlineInput(body['requests'], context)
      : yield* fileInput(asText(body['input_file_id']) ?? '')
    if (isFailure(input)) return input
    const ask = {
      method: 'POST',
      path: `/${modelPath(input.model)}:batchGenerateContent`,
      body: { batch: { displayName: `${NAME}${input.file}`, inputConfig: input.config } },
    }
    const dropped = [...new Set([...pairs, ...input.dropped])].sort()
    return { ...(yield* askOne(ask, objectOf)), dropped }
  },
  list: request => tokenPages(request, '/batches', 'operations', objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: at(id) }, objectOf),
  cancel: function* ({ id }, { now }) {
    yield { method: 'POST', path: `${at(id)}:cancel`, body: {} }
    return { json: batchObject(cancelled(factsOf(yield* findBatch(id)), now)) }
  },
  output: function* ({ id, ...request }, context) {
    const batch = yield* findBatch(id)
    const { status, outputFile } = factsOf(batch)
    if (outputFile !== undefined && files.content !== undefined)
      return yield* files.content({ ...request, id: outputFile }, context)
    const inlined = asList(asObject(outputOf(batch)['inlinedResponses'])['inlinedResponses']).filter(isObject)
    if (inlined.length === 0) return lacksOutput(status)
    const lines = inlined.map((line, index) => readResult(line, index, context))
    return { bytes: writeLines(lines), contentType: 'application/jsonl' }
  },
}

const objectOf = (operation: JsonObject): JsonObject => batchObject(factsOf(operation))

function* findBatch(id: string): Generator<Ask, JsonObject, Answer> {
  const { json } = yield { method: 'GET', path: at(id) }
  return asObject(json)
}

interface Input {
  readonly model: string
  /** The file id; empty without one. */
  readonly file: string
  readonly config: JsonObject
  readonly dropped: readonly string[]
}

function inlineInput(
  values: Parameters<typeof writeRecords>[0],
  context: CollectionContext,
): Input | Failure {
  const records = writeRecords(values, 'requests', context)
  if (isFailure(records)) return records
  const { model, lines, requests, dropped } = records
  const inlined = lines.map(({ customId }, index) => ({
    request: requests[index] ?? {},
    metadata: { key: customId },
  }))
  return { model, file: '', config: { requests: { requests: inlined } }, dropped }
}

function* fileInput(id: string): Talk<Input> {
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
    inputFile: displayName.startsWith(NAME) ? displayName.slice(NAME.length) : '',
    window: USUAL_WINDOW,
    status: BATCH_STATES.get(state) ?? 'in_progress',
    times: { created: unixSeconds(batch['createTime']), ended: unixSeconds(batch['endTime']) },
    errors: message === undefined ? [] : [{ message }],
    outputFile: asText(outputOf(operation)['responsesFile'])?.replace(/^files\//, ''),
    counts: {
      total: count('requestCount'),
      completed: count('successfulRequestCount'),
      failed: count('failedRequestCount'),
    },
  }
}
