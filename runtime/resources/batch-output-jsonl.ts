// The output of a batch in the vendor's JSONL format: per line the response to a request, or its error.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, VendorError } from '../values/adapter.ts'
import { isFailure } from '../values/failures.ts'
import { vendorError, vendorErrorBody } from '../wire/error.ts'

/** The provider's result of one request: its native body, or an error with the equivalent status. */
export type BatchResult =
  | { readonly body: unknown }
  | { readonly status: number; readonly error: unknown }
  /** The request was not processed. */
  | { readonly errorCode: string; readonly message: string }

export function outputLine(
  customId: string,
  result: BatchResult,
  { reply }: Pick<EndpointAdapter, 'reply'>,
  context: AdapterContext,
): JsonObject {
  if ('errorCode' in result)
    return outputRecord(customId, context, null, { code: result.errorCode, message: result.message })
  if ('error' in result)
    return outputRecord(
      customId,
      context,
      responseRecord(result.status, vendorError(result.error, result.status)),
    )
  const body = reply(result.body, context)
  return isFailure(body)
    ? outputRecord(customId, context, responseRecord(502, { message: body.message }))
    : outputRecord(customId, context, { status_code: 200, request_id: '', body })
}

const responseRecord = (status: number, error: VendorError): JsonObject => ({
  status_code: status,
  request_id: '',
  body: vendorErrorBody(error),
})

const outputRecord = (
  customId: string,
  { identifier }: AdapterContext,
  responseValue: JsonObject | null,
  error: JsonObject | null = null,
): JsonObject => ({
  id: `batch_req_${identifier}`,
  custom_id: customId,
  response: responseValue,
  error,
})
