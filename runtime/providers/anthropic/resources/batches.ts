// Message batches. Anthropic takes the requests inline and has no batch input files, so a batch is created from
// `requests`: the JSONL lines as a list, in place of `input_file_id`.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asCount, asObject, asText, isList, isObject } from '../../../../schemas/values/json.ts'
import {
  asCancelling,
  type BatchFacts,
  type BatchStatus,
  batchObject,
  DEFAULT_WINDOW,
  outputUnavailable,
} from '../../../resources/batch.ts'
import { convertBatchLines, readBatchLines } from '../../../resources/batch-input-jsonl.ts'
import { fetchOne } from '../../../resources/single-request.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { OperationContext, ResourceAdapter } from '../../../values/resource-operation.ts'
import { convertReply } from '../convert-reply.ts'
import { convertRequest } from '../convert-request.ts'
import { errorFileId, readBatchResults } from './batch-results.ts'
import { listByCursor } from './cursor-list.ts'

const PATH = '/messages/batches'
const ENDPOINT = '/v1/chat/completions'
const REQUESTS = 'requests'

const batchPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

export const batches: ResourceAdapter = {
  create: function* ({ body }, context) {
    const written = writeRequests(body, context)
    if (isFailure(written)) return written
    const { requests, dropped } = written
    return { ...(yield* fetchOne({ method: 'POST', path: PATH, body: { requests } }, objectOf)), dropped }
  },
  list: request => listByCursor(request, { method: 'GET', path: PATH }, objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: batchPath(id) }, objectOf),
  cancel: ({ id }, { now }) =>
    fetchOne({ method: 'POST', path: `${batchPath(id)}/cancel` }, batch =>
      batchObject(asCancelling(factsOf(batch), now)),
    ),
  output: function* ({ id }, context) {
    const batch = asObject((yield { method: 'GET', path: batchPath(id) }).json)
    if (batch['processing_status'] === 'ended') return yield* readBatchResults(id, context)
    return outputUnavailable(batchStatus(batch))
  },
}

const objectOf = (batch: JsonObject): JsonObject => batchObject(factsOf(batch))

function writeRequests(
  body: JsonObject,
  context: OperationContext,
): { readonly requests: readonly JsonObject[]; readonly dropped: readonly string[] } | Failure {
  const invalidRequest = (message: string, param: string): Failure =>
    failure('invalid_request', message, { param })
  const { requests, metadata, completion_window: window = DEFAULT_WINDOW } = body
  if (!isList(requests))
    return invalidRequest(
      'Anthropic does not return uploaded files: send the lines of the batch as a list in "requests".',
      'input_file_id',
    )
  if (body['endpoint'] !== ENDPOINT)
    return invalidRequest(`Batches of this provider support only ${ENDPOINT}.`, 'endpoint')
  if (window !== DEFAULT_WINDOW)
    return invalidRequest(
      `completion_window must be ${DEFAULT_WINDOW} for this provider.`,
      'completion_window',
    )
  const lines = readBatchLines(requests, ENDPOINT, REQUESTS)
  if (isFailure(lines)) return lines
  const invalidIndex = lines.findIndex(({ customId }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(customId))
  if (invalidIndex >= 0)
    return invalidRequest(
      `Line ${invalidIndex + 1}: custom_id must be 1 to 64 letters, digits, "_" or "-" for this provider.`,
      REQUESTS,
    )
  const unsupported = isObject(metadata) && Object.keys(metadata).length > 0 ? ['metadata'] : []
  if (unsupported.length > 0 && context.rejectsUnsupported)
    return invalidRequest('The provider does not support: metadata.', 'metadata')
  const written = convertBatchLines(
    lines,
    { request: convertRequest, reply: convertReply },
    context,
    REQUESTS,
  )
  if (isFailure(written)) return written
  return {
    requests: lines.map(({ customId }, index) => ({
      custom_id: customId,
      params: written.bodies[index] ?? {},
    })),
    dropped: [...new Set([...unsupported, ...written.dropped])].sort(),
  }
}

/** The provider's own status does not distinguish how a batch ended, so it is derived from its counts. */
export function batchStatus(batch: JsonObject): BatchStatus {
  const { processing_status: status, request_counts: counts, cancel_initiated_at: stopped } = batch
  if (status === 'canceling') return 'cancelling'
  if (status !== 'ended') return 'in_progress'
  if (asText(stopped) !== undefined) return 'cancelled'
  const { succeeded = 0, errored = 0, expired = 0 } = asObject(counts)
  return Number(expired) > 0 && succeeded === 0 && errored === 0 ? 'expired' : 'completed'
}

function factsOf(batch: JsonObject): BatchFacts {
  const counts = asObject(batch['request_counts'])
  const count = (name: string): number => asCount(counts[name]) ?? 0
  const failed = count('errored') + count('canceled') + count('expired')
  const id = asText(batch['id']) ?? ''
  const hasEnded = batch['processing_status'] === 'ended'
  return {
    id,
    endpoint: ENDPOINT,
    inputFile: '',
    window: DEFAULT_WINDOW,
    status: batchStatus(batch),
    times: {
      created: unixSeconds(batch['created_at']),
      started: unixSeconds(batch['created_at']),
      expires: unixSeconds(batch['expires_at']),
      cancelling: unixSeconds(batch['cancel_initiated_at']),
      hasEnded: unixSeconds(batch['ended_at']),
    },
    outputFile: hasEnded && (failed === 0 || count('succeeded') > 0) ? id : undefined,
    errorFile: hasEnded && failed > 0 ? errorFileId(id) : undefined,
    counts: {
      total: failed + count('succeeded') + count('processing'),
      completed: count('succeeded'),
      failed,
    },
  }
}
