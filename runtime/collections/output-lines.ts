// The output of a batch in the vendor's JSONL format: per line the response to a request, or its error.
import type { JsonObject } from '../../compiler/source.ts'
import { isFailure } from '../failures.ts'
import type { AdapterContext, EndpointAdapter, VendorError } from '../providers/adapter.ts'
import { errorBody, vendorError } from '../providers/wire/error.ts'

/** The provider's result of one request: its native body, or an error with the equivalent status. */
export type Result =
  | { readonly body: unknown }
  | { readonly status: number; readonly error: unknown }
  /** The request was not processed. */
  | { readonly unanswered: string; readonly message: string }

export function outputLine(
  customId: string,
  result: Result,
  { reply }: Pick<EndpointAdapter, 'reply'>,
  context: AdapterContext,
): JsonObject {
  if ('unanswered' in result)
    return line(customId, context, null, { code: result.unanswered, message: result.message })
  if ('error' in result)
    return line(customId, context, response(result.status, vendorError(result.error, result.status)))
  const body = reply(result.body, context)
  return isFailure(body)
    ? line(customId, context, response(502, { message: body.message }))
    : line(customId, context, { status_code: 200, request_id: '', body })
}

const response = (status: number, error: VendorError): JsonObject => ({
  status_code: status,
  request_id: '',
  body: errorBody(error),
})

const line = (
  customId: string,
  { identifier }: AdapterContext,
  answer: JsonObject | null,
  error: JsonObject | null = null,
): JsonObject => ({ id: `batch_req_${identifier}`, custom_id: customId, response: answer, error })
