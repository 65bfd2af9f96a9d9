// Batches of Google Cloud: batch prediction jobs over Cloud Storage, for Gemini and Claude. Each request carries
// its line number where the model's dialect echoes it.
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, parseJson } from '../../../../../schemas/values/json.ts'
import type { BatchStatus } from '../../../../resources/batch.ts'
import type { BatchResult } from '../../../../resources/batch-output-jsonl.ts'
import type { BatchService } from '../../../../resources/object-storage/job-services.ts'
import { unixSeconds } from '../../../../resources/unix-seconds.ts'
import type { EndpointAdapter } from '../../../../values/adapter.ts'
import { type Failure, failure, isFailure } from '../../../../values/failures.ts'
import { convertReply } from '../../convert-reply.ts'
import { convertRequest } from '../../convert-request.ts'
import { claude, isClaude } from '../claude.ts'
import { isOpenModel } from '../open-model.ts'
import { projectPath, vertexModelPath } from '../vertex-endpoint.ts'
import { countOf, idOf, jobRequest, jobsRequest, pageRequest, readPage } from './jobs.ts'
import { openStore } from './storage.ts'

const KIND = 'batchPredictionJobs'
const ID = 'batch_id'
const LABEL = 'gateway-line'

/** The service's states in the specification's terms. An unknown state is a batch in progress. */
export const BATCH_STATES: ReadonlyMap<string, BatchStatus> = new Map([
  ['JOB_STATE_QUEUED', 'validating'],
  ['JOB_STATE_PENDING', 'validating'],
  ['JOB_STATE_RUNNING', 'in_progress'],
  ['JOB_STATE_UPDATING', 'in_progress'],
  ['JOB_STATE_PAUSED', 'in_progress'],
  ['JOB_STATE_SUCCEEDED', 'completed'],
  ['JOB_STATE_PARTIALLY_SUCCEEDED', 'completed'],
  ['JOB_STATE_FAILED', 'failed'],
  ['JOB_STATE_CANCELLING', 'cancelling'],
  ['JOB_STATE_CANCELLED', 'cancelled'],
  ['JOB_STATE_EXPIRED', 'expired'],
])

const gemini: EndpointAdapter = { request: convertRequest, reply: convertReply }

const chat: EndpointAdapter = {
  request: (body, context) => {
    if (isOpenModel(context.model))
      return failure('invalid_request', 'Batches here support only Gemini and Claude models.', {
        param: 'model',
      })
    return (isClaude(context.model) ? claude : gemini).request(body, context)
  },
  reply: (body, context) => (isClaude(context.model) ? claude : gemini).reply(body, context),
}

export const batchService: BatchService = {
  openStore: openStore,
  isResultKey: key => /\/predictions[^/]*\.jsonl$/.test(key),
  adapter: endpoint => (endpoint === '/v1/chat/completions' ? chat : undefined),
  record: (number, body, model) =>
    isClaude(model)
      ? { custom_id: `line-${number}`, request: body }
      : { request: { ...body, labels: { ...asObject(body['labels']), [LABEL]: String(number) } } },
  parseResult: line => {
    const lineLabel = asText(asObject(asObject(line['request'])['labels'])[LABEL])
    const number = lineLabel ?? /^line-(\d+)$/.exec(asText(line['custom_id']) ?? '')?.[1]
    return number === undefined || !/^\d+$/.test(number)
      ? undefined
      : { number: Number(number), result: resultOf(line) }
  },
  startRequest: (batch, { settings, identifier }) => {
    const model = modelName(batch.model, settings)
    if (isFailure(model)) return model
    return jobsRequest(settings, 'POST', KIND, '', {
      displayName: `gateway-${identifier}`,
      model: model.name,
      inputConfig: { instancesFormat: 'jsonl', gcsSource: { uris: [batch.recordsUri] } },
      outputConfig: { predictionsFormat: 'jsonl', gcsDestination: { outputUriPrefix: batch.resultsUri } },
    })
  },
  parseStarted: ({ json }) => idOf(asObject(json)),
  get: (id, { settings }) => jobRequest(settings, 'GET', KIND, id, ID),
  cancel: (id, { settings }) => jobRequest(settings, 'POST', KIND, id, ID, ':cancel'),
  list: (token, size, { settings }) => pageRequest(settings, KIND, token, size),
  parseList: answer => readPage(answer, KIND),
  recordsUri: job => asText(asList(asObject(asObject(job['inputConfig'])['gcsSource'])['uris'])[0]),
  parseFacts: job => {
    const stats = asObject(job['completionStats'])
    const completed = countOf(stats['successfulCount']) ?? 0
    const failed = countOf(stats['failedCount']) ?? 0
    const { message, code } = asObject(job['error'])
    const reason = asText(message)
    return {
      id: idOf(job) ?? '',
      status: BATCH_STATES.get(asText(job['state']) ?? '') ?? 'in_progress',
      times: {
        created: unixSeconds(job['createTime']),
        started: unixSeconds(job['startTime']),
        hasEnded: unixSeconds(job['endTime']),
      },
      errors:
        reason === undefined
          ? []
          : [{ message: reason, ...(code === undefined ? {} : { code: String(code) }) }],
      counts: { total: completed + failed + (countOf(stats['incompleteCount']) ?? 0), completed, failed },
    }
  },
}

/** A model as the service names it in a body: publisher and model, without project and region. */
function modelName(
  model: string,
  settings: Readonly<Record<string, unknown>>,
): { readonly name: string } | Failure {
  const endpoint = vertexModelPath(isClaude(model) ? 'anthropic' : 'google', { model, settings })
  const project = projectPath(settings)
  if (isFailure(endpoint)) return endpoint
  return isFailure(project) ? project : { name: endpoint.path.slice(project.path.length + 1) }
}

/** A failed request has a message in its status, which may contain the error's body. */
function resultOf(line: JsonObject): BatchResult {
  const status = asText(line['status']) ?? ''
  if (status === '' && isObject(line['response'])) return { body: line['response'] }
  const body = parseJson(status.slice(Math.max(0, status.indexOf('{'))))
  const code = countOf(asObject(asObject(body)['error'])['code'])
  const known = code !== undefined && code >= 400 && code < 600
  return { status: known ? code : 500, error: isObject(body) ? body : { message: status || 'No response.' } }
}
