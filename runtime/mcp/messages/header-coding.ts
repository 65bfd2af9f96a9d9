// Values of the body that are repeated in headers: plain where that is safe, otherwise in Base64 between markers.
import { textFromBase64, toBase64 } from '../../../schemas/values/base64.ts'

const PREFIX = '=?base64?'
const SUFFIX = '?='
/** Visible characters, with spaces and tabs between them. */
const PLAIN = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/

export const encodeHeaderValue = (value: string): string =>
  PLAIN.test(value) && !isMarked(value) ? value : PREFIX + toBase64(new TextEncoder().encode(value)) + SUFFIX

const isMarked = (value: string): boolean => value.startsWith(PREFIX) && value.endsWith(SUFFIX)

/** Undefined for a value with invalid characters, and for one that is marked as Base64 and is not. */
export function decodeHeaderValue(value: string): string | undefined {
  if (isMarked(value)) {
    const coded = value.slice(PREFIX.length, -SUFFIX.length)
    // With its padding: two spellings of one value would be compared differently on the way.
    return coded.length % 4 === 0 ? textFromBase64(coded) : undefined
  }
  return PLAIN.test(value) ? value : undefined
}
