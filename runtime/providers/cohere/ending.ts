// Failures that the dialect reports as finish reasons with a success status: the generation failed or timed out.
import type { JsonObject } from '../../../compiler/source.ts'
import type { VendorError } from '../adapter.ts'
import { asText } from '../wire/json.ts'

const sentences: ReadonlyMap<string, string> = new Map([
  ['ERROR', 'The provider failed while generating the reply.'],
  ['TIMEOUT', 'The provider timed out while generating the reply.'],
])

/** The failure, read from a whole reply or from the `delta` at the end of a stream. */
export function brokenOff(ending: JsonObject): VendorError | undefined {
  const reason = asText(ending['finish_reason']) ?? ''
  const told = asText(ending['error'])
  const sentence = told ?? sentences.get(reason)
  if (sentence === undefined) return undefined
  return { message: sentence, type: 'upstream_error', code: reason === 'TIMEOUT' ? 504 : 500 }
}
