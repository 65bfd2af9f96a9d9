// Tool call ids in the characters that Anthropic's dialect and Converse accept. Other providers use more of them
// (`functions.f:0`). The mapping has no state and can be undone: calls and results of a history still match, and a
// client of Messages sends back what the provider can recognize.
import { textFromBase64Url, toBase64Url } from '../../schemas/values/base64.ts'

const ACCEPTED = /^[a-zA-Z0-9_-]+$/
const PREFIX = 'portolan_'

/** The id itself if it is accepted, else one that contains it. */
export const toAcceptedCallId = (identifier: string): string =>
  ACCEPTED.test(identifier) ? identifier : PREFIX + toBase64Url(new TextEncoder().encode(identifier))

/** Undoes `toAcceptedCallId`; any id that it did not create is unchanged. Total. */
export function toOriginalCallId(identifier: string): string {
  if (!identifier.startsWith(PREFIX)) return identifier
  const original = textFromBase64Url(identifier.slice(PREFIX.length))
  return original !== undefined && toAcceptedCallId(original) === identifier ? original : identifier
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const HASH_LENGTH = 9

/** Nine characters that are unlikely to collide: 53 bits of a non-cryptographic hash, which needs no secret. */
export function hashCallId(identifier: string): string {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let index = 0; index < identifier.length; index += 1) {
    const code = identifier.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  let remaining = (two >>> 0) * 0x200000 + (one >>> 11)
  let result = ''
  while (result.length < HASH_LENGTH) {
    result += ALPHABET[remaining % ALPHABET.length]
    remaining = Math.floor(remaining / ALPHABET.length)
  }
  return result
}
