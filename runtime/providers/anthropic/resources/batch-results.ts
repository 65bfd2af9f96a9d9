// The results of a message batch → OpenAI's output lines.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, asText, isObject } from '../../../../schemas/values/json.ts'
import { encodeJsonl, lineContext, parseJsonl } from '../../../resources/batch-input-jsonl.ts'
import { type BatchResult, outputLine } from '../../../resources/batch-output-jsonl.ts'
import type { OperationContext, OperationRun } from '../../../values/resource-operation.ts'
import { convertReply } from '../convert-reply.ts'

/** Batches and files differ in the prefix of their ids. */
export const isBatchId = (id: string): boolean => id.startsWith('msgbatch_')

/** The provider has one list of results; its failed requests are a file of their own, as at the vendor. */
const ERRORS_SUFFIX = '-errors'

export const errorFileId = (batchId: string): string => batchId + ERRORS_SUFFIX

/** A result file of a batch: that of the succeeded requests has the id of the batch. */
export const readResultFile = (fileId: string, context: OperationContext): OperationRun =>
  fileId.endsWith(ERRORS_SUFFIX)
    ? readBatchResults(fileId.slice(0, -ERRORS_SUFFIX.length), context, hasFailed)
    : readBatchResults(fileId, context, result => !hasFailed(result))

const hasFailed = ({ type }: JsonObject): boolean => type !== 'succeeded'

/** The results of all requests, or of those that are included. */
export function* readBatchResults(
  id: string,
  context: OperationContext,
  isIncluded: (result: JsonObject) => boolean = () => true,
): OperationRun {
  const path = `/messages/batches/${encodeURIComponent(id)}/results`
  const lines = parseJsonl((yield { method: 'GET', path }).bytes)
    .filter(isObject)
    .filter(line => isIncluded(asObject(line['result'])))
  const written = lines.map((line, index): JsonObject => {
    const replyContext = lineContext({ model: '' }, index, context)
    const customId = asText(line['custom_id']) ?? ''
    return outputLine(customId, resultOf(asObject(line['result'])), { reply: convertReply }, replyContext)
  })
  return { bytes: encodeJsonl(written), contentType: 'application/jsonl' }
}

/** The HTTP status of each error type outside of batches. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['overloaded_error', 529],
])

function resultOf({ type, message, error }: JsonObject): BatchResult {
  if (type === 'succeeded') return { body: message }
  if (type === 'canceled')
    return { errorCode: 'batch_cancelled', message: 'The batch was cancelled before this request.' }
  if (type === 'expired')
    return { errorCode: 'batch_expired', message: 'The batch expired before this request.' }
  const inner = asObject(asObject(error)['error'])
  const kind = asText(inner['type']) ?? asText(asObject(error)['type']) ?? ''
  return { status: STATUSES.get(kind) ?? 500, error: error ?? null }
}
