// Failures that the dialect reports as finish reasons with a success status: the generation failed or timed out.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asText } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'

const messages: ReadonlyMap<string, string> = new Map([
  ['ERROR', 'The provider failed while generating the reply.'],
  ['TIMEOUT', 'The provider timed out while generating the reply.'],
])

/** The failure, read from a whole reply or from the `delta` at the end of a stream. */
export function generationError(ending: JsonObject): VendorError | undefined {
  const reason = asText(ending['finish_reason']) ?? ''
  const errorText = asText(ending['error'])
  const message = errorText ?? messages.get(reason)
  if (message === undefined) return undefined
  return { message: message, type: 'upstream_error', code: reason === 'TIMEOUT' ? 504 : 500 }
}
