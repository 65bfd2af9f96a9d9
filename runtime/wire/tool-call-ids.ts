// Tool call ids in the characters and the length that a dialect accepts. Other providers use more of them
// (`functions.f:0`). The mappings have no state, so that calls and results of a history still match; that of
// characters can be undone, so that a client of Messages sends back what the provider can recognize.

import { textFromBase64Url, toBase64Url } from '../../schemas/values/base64.ts'
import type { Json } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'

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

/** An id of at most so many characters: the hash and the end of one that is longer. */
export function boundCallId(identifier: string, max: number): string {
  if (identifier.length <= max) return identifier
  const hash = hashCallId(identifier)
  return `${hash}_${identifier.slice(hash.length + 1 - max)}`
}

/**
 * `tool_call_id` in the results of a chat, `call_id` in the items of a response; each call of a valid history has a
 * result.
 */
const [LETTER_L, LETTER_I, LETTER_D, QUOTE] = [0x6c, 0x69, 0x64, 0x22]

/** Whether a longer id may follow the key around an underscore: true for few other strings. */
export function isLongCallId(body: Uint8Array, underscore: number, max: number): boolean {
  if (body[underscore + 1] !== LETTER_I || body[underscore + 2] !== LETTER_D) return false
  if (body[underscore + 3] !== QUOTE || body[underscore - 1] !== LETTER_L) return false
  const start = body.indexOf(QUOTE, underscore + 4)
  if (start < 0) return false
  const end = body.subarray(start + 1, start + max + 2).indexOf(QUOTE)
  return end < 0
}

/** The messages of a chat, or the items of a request for a response, with ids of at most so many characters. */
export function boundCallIds(turns: Json | undefined, max: number): Json | undefined {
  if (!isList(turns)) return turns
  const bound = (value: Json, ...names: readonly string[]): Json => {
    if (!isObject(value)) return value
    const changed = Object.fromEntries(
      names.flatMap(name => {
        const { [name]: identifier } = value
        return typeof identifier === 'string' ? [[name, boundCallId(identifier, max)]] : []
      }),
    )
    return { ...value, ...changed }
  }
  return turns.map(turn => {
    const whole = bound(turn, 'tool_call_id', 'call_id')
    if (!isObject(whole) || !isList(whole['tool_calls'])) return whole
    return { ...whole, tool_calls: whole['tool_calls'].map(call => bound(call, 'id')) }
  })
}
