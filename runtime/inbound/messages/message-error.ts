// Errors in the dialect's format. The type follows from the status; other fields of the vendor's error are retained.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, present } from '../../../schemas/values/json.ts'
import { vendorError } from '../../wire/error.ts'
import { extraFields, messagesErrorType } from '../../wire/messages-error.ts'

/** `body` is the vendor-style body; fields besides `error`, such as the provider, are retained. */
export function errorMessage(body: JsonObject, status: number): JsonObject {
  const { error, ...others } = body
  const known = vendorError(body, status)
  const { diagnostics } = asObject(error)
  return {
    ...others,
    type: 'error',
    error: {
      type: messagesErrorType(status),
      message: known.message,
      ...extraFields(known),
      ...present({ diagnostics }),
    },
  }
}
