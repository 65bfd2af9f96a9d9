// How many values a JSON text has, counted up to a limit without parsing it.
import { COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipString } from './scan-json-fields.ts'

/**
 * Whether a JSON text has more values than this; an empty list or object counts twice. One pass over what is not within
 * strings, which ends there.
 */
export function hasMoreValues(bytes: Uint8Array, limit: number): boolean {
  let left = limit
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = skipString(bytes, at) - 1
      if (at < 0) return false
    } else if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      left -= 1
      if (left < 0) return true
    }
  }
  return false
}
