// How a message of the dialect ended, read from a whole message or from the `delta` at the end of a stream.
import type { JsonObject } from '../../../compiler/source.ts'
import { asObject, asText } from '../wire/json.ts'

/** Why the model would not answer, or null when it did not refuse or gave no reason. */
export const refusalText = (ending: JsonObject): string | null =>
  ending['stop_reason'] === 'refusal'
    ? (asText(asObject(ending['stop_details'])['explanation']) ?? null)
    : null

/** What a reply that is not strict tells of the end in the dialect's own words. */
export const nativeEnding = (ending: JsonObject): JsonObject => ({
  native_finish_reason: asText(ending['stop_reason']) ?? null,
  stop_sequence: asText(ending['stop_sequence']) ?? null,
})
