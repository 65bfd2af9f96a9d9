// Errors of the dialect. The retry delay is in their details, not in a header, so it is added to the message.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isList } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'

/** Total: objects, one-element lists (of streams without events), HTML pages, plain text, nothing. */
export function readError(body: unknown, status: number): VendorError {
  const error = vendorError(body, status)
  const delay = retryDelay(asObject(isList(body) ? body[0] : body))
  if (delay === undefined || error.message.includes(delay)) return error
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  return { ...error, message: `${sentence} Retry in ${delay}.` }
}

/** A number of seconds: `34.4s`. */
const retryDelay = (body: JsonObject): string | undefined =>
  asList(asObject(body['error'])['details'])
    .map(detail => asText(asObject(detail)['retryDelay']))
    .find(delay => delay !== undefined && /^\d+(\.\d+)?s$/.test(delay))
