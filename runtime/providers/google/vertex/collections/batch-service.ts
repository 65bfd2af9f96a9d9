// Batches of Google Cloud: batch prediction jobs over Cloud Storage, for Gemini and Claude. Each request carries
// its line number where the model's dialect echoes it.
import type { JsonObject } from '../../../../../compiler/source.ts'
import type { BatchStatus } from '../../../../collections/batch.ts'
import type { Result } from '../../../../collections/output-lines.ts'
import type { BatchService } from '../../../../collections/stored/batch-service.ts'
import { unixSeconds } from '../../../../collections/unix-seconds.ts'
import { type Failure, failure, isFailure } from '../../../../failures.ts'
import type { EndpointAdapter } from '../../../adapter.ts'
import { asList, asObject, asText, isObject, parseJson } from '../../../wire/json.ts'
import { convertReply } from '../../convert-reply.ts'
import { convertRequest } from '../../convert-request.ts'
import { claude, isClaude } from '../claude.ts'
import { isOpenModel } from '../open-model.ts'
import { modelAddress, projectPath } from '../place.ts'
import { askJob, askJobs, askPage, countOf, idOf, readPage } from './jobs.ts'
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
  open: openStore,
  holdsResults: key => /\/predictions[^/]*\.jsonl$/.test(key),
  adapter: endpoint => (endpoint === '/v1/chat/completions' ? chat : undefined),
  record: (number, body, model) =>
    isClaude(model)
      ? { custom_id: `line-${number}`, request: body }
      : { request: { ...body, labels: { ...asObject(body['labels']), [LABEL]: String(number) } } },
  read: line => {
    const label = asText(asObject(asObject(line['request'])['labels'])[LABEL])
    const number = label ?? /^line-(\d+)$/.exec(asText(line['custom_id']) ?? '')?.[1]
    return number === undefined || !/^\d+$/.test(number)
      ? undefined
      : { number: Number(number), result: resultOf(line) }
  },
  start: (batch, { settings, identifier }) => {
    const model = modelName(batch.model, settings)
    if (isFailure(model)) return model
    return askJobs(settings, 'POST', KIND, '', {
      displayName: `gateway-${identifier}`,
      model: model.name,
      inputConfig: { instancesFormat: 'jsonl', gcsSource: { uris: [batch.records] } },
      outputConfig: { predictionsFormat: 'jsonl', gcsDestination: { outputUriPrefix: batch.results } },
    })
  },
  started: ({ json }) => idOf(asObject(json)),
  get: (id, { settings }) => askJob(settings, 'GET', KIND, id, ID),
  stop: (id, { settings }) => askJob(settings, 'POST', KIND, id, ID, ':cancel'),
  list: (token, size, { settings }) => askPage(settings, KIND, token, size),
  listed: answer => readPage(answer, KIND),
  recordsOf: job => asText(asList(asObject(asObject(job['inputConfig'])['gcsSource'])['uris'])[0]),
  facts: job => {
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
        began: unixSeconds(job['startTime']),
        ended: unixSeconds(job['endTime']),
      },
      errors: reason === undefined ? [] : [{ code: String(code ?? ''), message: reason }],
      counts: { total: completed + failed + (countOf(stats['incompleteCount']) ?? 0), completed, failed },
    }
  },
}

/** A model as the service names it in a body: publisher and model, without project and region. */
function modelName(
  model: string,
  settings: Readonly<Record<string, unknown>>,
): { readonly name: string } | Failure {
  const address = modelAddress(isClaude(model) ? 'anthropic' : 'google', { model, settings })
  const project = projectPath(settings)
  if (isFailure(address)) return address
  return isFailure(project) ? project : { name: address.path.slice(project.path.length + 1) }
}

/** A failed request has a message in its status, which may contain the error's body. */
function resultOf(line: JsonObject): Result {
  const status = asText(line['status']) ?? ''
  if (status === '' && isObject(line['response'])) return { body: line['response'] }
  const body = parseJson(status.slice(Math.max(0, status.indexOf('{'))))
  const code = countOf(asObject(asObject(body)['error'])['code'])
  const known = code !== undefined && code >= 400 && code < 600
  return { status: known ? code : 500, error: isObject(body) ? body : { message: status || 'No response.' } }
}
