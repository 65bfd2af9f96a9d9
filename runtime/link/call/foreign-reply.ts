// What whole replies look like, without being parsed: whether they are JSON, and whether they are of another API.
import type { Endpoint } from '../../values/adapter.ts'

const encoder = new TextEncoder()

/**
 * A key that every reply of an endpoint has. The first quotation mark is left out: the native search looks for the first byte of a short
 * text, and JSON is full of them.
 */
const OWN_KEYS: { readonly [E in Endpoint]?: Uint8Array } = {
  'chat/completions': encoder.encode('choices"'),
  completions: encoder.encode('choices"'),
  embeddings: encoder.encode('data"'),
  responses: encoder.encode('output"'),
  messages: encoder.encode('content"'),
}
const find = (bytes: Uint8Array, part: Uint8Array): number => Buffer.prototype.indexOf.call(bytes, part)

/** Whether a whole reply is JSON, and lacks what every reply of the endpoint has: nothing in it can be read by the client. */
export function isForeign(bytes: Uint8Array, endpoint: Endpoint): boolean {
  const own = OWN_KEYS[endpoint]
  return own !== undefined && find(bytes, own) < 0 && looksLikeJson(bytes)
}

/** Whether replies of an endpoint are one JSON value, unless the client asks for a stream. */
export const hasOwnKey = (endpoint: Endpoint): boolean => OWN_KEYS[endpoint] !== undefined

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Checks both ends: an object begins with a key, and an object or array ends with its closing bracket. */
export function looksLikeJson(bytes: Uint8Array): boolean {
  let first = 0
  let last = bytes.length - 1
  while (isSpace(bytes[first])) first += 1
  while (last > first && isSpace(bytes[last])) last -= 1
  if (bytes[first] === OPEN_BRACKET) return bytes[last] === CLOSE_BRACKET
  if (bytes[first] !== OPEN_BRACE || bytes[last] !== CLOSE_BRACE) return false
  let next = first + 1
  while (isSpace(bytes[next])) next += 1
  return bytes[next] === QUOTE || next === last
}
