// Content as plainly as it can be said: many providers take a string where the vendor takes parts too.
import type { Json, JsonObject } from '../../../compiler/source.ts'

/** A string for one part that is text and nothing else, otherwise the parts. */
export function plainContent(parts: readonly JsonObject[]): Json {
  const [only] = parts
  const isPlain = parts.length === 1 && only?.['type'] === 'text' && Object.keys(only).length === 2
  return isPlain ? (only['text'] ?? '') : parts
}
