// Ends of the dialect that are none: the generation failed or ran out of time, and the reply says so with success.
import type { JsonObject } from '../../../compiler/source.ts'
import type { VendorError } from '../adapter.ts'
import { asText } from '../wire/json.ts'

const sentences: ReadonlyMap<string, string> = new Map([
  ['ERROR', 'The provider failed while it generated the reply.'],
  ['TIMEOUT', 'The provider ran out of time while it generated the reply.'],
])

/** What went wrong, read from a whole reply or from the `delta` at the end of a stream. */
export function brokenOff(ending: JsonObject): VendorError | undefined {
  const reason = asText(ending['finish_reason']) ?? ''
  const told = asText(ending['error'])
  const sentence = told ?? sentences.get(reason)
  if (sentence === undefined) return undefined
  return { message: sentence, type: 'upstream_error', code: reason === 'TIMEOUT' ? 504 : 500 }
}
