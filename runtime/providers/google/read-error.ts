// Errors of the dialect. How long to wait stands in their details, not in a header, so it is told in the message.
import type { JsonObject } from '../../../compiler/source.ts'
import type { VendorError } from '../adapter.ts'
import { vendorError } from '../wire/error.ts'
import { asList, asObject, asText, isList } from '../wire/json.ts'

/** Total: objects, lists of one (as streams without events have them), pages, plain text, nothing. */
export function readError(body: unknown, status: number): VendorError {
  const error = vendorError(body, status)
  const delay = retryDelay(asObject(isList(body) ? body[0] : body))
  if (delay === undefined || error.message.includes(delay)) return error
  return { ...error, message: `${error.message} Retry in ${delay}.` }
}

/** A number of seconds, as `34.4s`. */
const retryDelay = (body: JsonObject): string | undefined =>
  asList(asObject(body['error'])['details'])
    .map(detail => asText(asObject(detail)['retryDelay']))
    .find(delay => delay !== undefined && /^\d+(\.\d+)?s$/.test(delay))
