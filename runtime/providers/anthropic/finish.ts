// How a message ended, read from a whole message or from the `delta` at the end of a stream.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'

/** Why the model refused, or null when it did not or gave no reason. */
export const refusalText = (ending: JsonObject): string | null =>
  ending['stop_reason'] === 'refusal'
    ? (asText(asObject(ending['stop_details'])['explanation']) ?? null)
    : null

/** Native fields about the end, for a non-strict reply. */
export const nativeFinish = (ending: JsonObject): JsonObject => ({
  native_finish_reason: asText(ending['stop_reason']) ?? null,
  stop_sequence: asText(ending['stop_sequence']) ?? null,
})
