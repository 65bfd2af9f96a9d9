// Message batches. Anthropic takes the requests inline and has no batch input files, so a batch is created from
// `requests`: the JSONL lines as a list, in place of `input_file_id`.
import type { JsonObject } from '../../../../compiler/source.ts'
import {
  type BatchFacts,
  type BatchStatus,
  batchObject,
  cancelled,
  lacksOutput,
  USUAL_WINDOW,
} from '../../../collections/batch.ts'
import type { CollectionAdapter, CollectionContext } from '../../../collections/collection.ts'
import { askOne } from '../../../collections/single-request.ts'
import { unixSeconds } from '../../../collections/unix-seconds.ts'
import { readVendorLines, writeVendorLines } from '../../../collections/vendor-lines.ts'
import { type Failure, failure, isFailure } from '../../../failures.ts'
import { asCount, asObject, asText, isList, isObject } from '../../wire/json.ts'
import { convertReply } from '../convert-reply.ts'
import { convertRequest } from '../convert-request.ts'
import { listAfter } from './list-after.ts'
import { readResults } from './results.ts'

const PATH = '/messages/batches'
const ENDPOINT = '/v1/chat/completions'
const REQUESTS = 'requests'

const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

export const batches: CollectionAdapter = {
  create: function* ({ body }, context) {
    const written = writeRequests(body, context)
    if (isFailure(written)) return written
    const { requests, dropped } = written
    return { ...(yield* askOne({ method: 'POST', path: PATH, body: { requests } }, objectOf)), dropped }
  },
  list: request => listAfter(request, { method: 'GET', path: PATH }, objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: at(id) }, objectOf),
  cancel: ({ id }, { now }) =>
    askOne({ method: 'POST', path: `${at(id)}/cancel` }, batch =>
      batchObject(cancelled(factsOf(batch), now)),
    ),
  output: function* ({ id }, context) {
    const batch = asObject((yield { method: 'GET', path: at(id) }).json)
    if (batch['processing_status'] === 'ended') return yield* readResults(id, context)
    return lacksOutput(batchStatus(batch))
  },
}

const objectOf = (batch: JsonObject): JsonObject => batchObject(factsOf(batch))

function writeRequests(
  body: JsonObject,
  context: CollectionContext,
): { readonly requests: readonly JsonObject[]; readonly dropped: readonly string[] } | Failure {
  const refused = (sentence: string, param: string): Failure =>
    failure('invalid_request', sentence, { param })
  const { requests, metadata, completion_window: window = USUAL_WINDOW } = body
  if (!isList(requests))
    return refused(
      'Anthropic does not return uploaded files: send the lines of the batch as a list in "requests".',
      'input_file_id',
    )
  if (body['endpoint'] !== ENDPOINT)
    return refused(`Batches of this provider support only ${ENDPOINT}.`, 'endpoint')
  if (window !== USUAL_WINDOW)
    return refused(`completion_window must be ${USUAL_WINDOW} for this provider.`, 'completion_window')
  const lines = readVendorLines(requests, ENDPOINT, REQUESTS)
  if (isFailure(lines)) return lines
  const odd = lines.findIndex(({ customId }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(customId))
  if (odd >= 0)
    return refused(
      `Line ${odd + 1}: custom_id must be 1 to 64 letters, digits, "_" or "-" for this provider.`,
      REQUESTS,
    )
  const kept = isObject(metadata) && Object.keys(metadata).length > 0 ? ['metadata'] : []
  if (kept.length > 0 && context.refusesLosses)
    return refused('The provider does not support: metadata.', 'metadata')
  const written = writeVendorLines(lines, { request: convertRequest, reply: convertReply }, context, REQUESTS)
  if (isFailure(written)) return written
  return {
    requests: lines.map(({ customId }, index) => ({
      custom_id: customId,
      params: written.bodies[index] ?? {},
    })),
    dropped: [...new Set([...kept, ...written.dropped])].sort(),
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
  return {
    id,
    endpoint: ENDPOINT,
    inputFile: '',
    window: USUAL_WINDOW,
    status: batchStatus(batch),
    times: {
      created: unixSeconds(batch['created_at']),
      began: unixSeconds(batch['created_at']),
      expires: unixSeconds(batch['expires_at']),
      cancelling: unixSeconds(batch['cancel_initiated_at']),
      ended: unixSeconds(batch['ended_at']),
    },
    outputFile: batch['processing_status'] === 'ended' ? id : undefined,
    counts: {
      total: failed + count('succeeded') + count('processing'),
      completed: count('succeeded'),
      failed,
    },
  }
}
