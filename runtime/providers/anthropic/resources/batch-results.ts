// The results of a message batch → OpenAI's output lines.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, asText, isObject } from '../../../../schemas/values/json.ts'
import { encodeJsonl, lineContext, parseJsonl } from '../../../resources/batch-input-jsonl.ts'
import { type BatchResult, outputLine } from '../../../resources/batch-output-jsonl.ts'
import type { OperationContext, OperationRun } from '../../../values/resource-operation.ts'
import { convertReply } from '../convert-reply.ts'

/** Batches and files differ in the prefix of their ids. */
export const isBatchId = (id: string): boolean => id.startsWith('msgbatch_')

export function* readBatchResults(id: string, context: OperationContext): OperationRun {
  const path = `/messages/batches/${encodeURIComponent(id)}/results`
  const lines = parseJsonl((yield { method: 'GET', path }).bytes).filter(isObject)
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
