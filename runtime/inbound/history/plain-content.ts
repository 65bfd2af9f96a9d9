// Content in its simplest form: many providers accept only a string where the vendor also accepts parts.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

/** A string if there is exactly one plain text part, otherwise the parts. */
export function plainContent(parts: readonly JsonObject[]): Json {
  const [only] = parts
  const isPlain = parts.length === 1 && only?.['type'] === 'text' && Object.keys(only).length === 2
  return isPlain ? (only['text'] ?? '') : parts
}
