// Checks whether a whole 2xx body is one JSON value, and whether that value is an error. Parsing every body would
// cost a tenth of the time of a small request, so it is done only where it matters: when the reply is stored or
// evaluated, when only the close of the connection delimits the body, and when the bytes hint at an error or at a
// second value. A body delimited by its length or by chunks arrived complete, and the client parses it anyway.

export type ReplyJson =
  | 'sound'
  | 'broken'
  /** Some providers report errors with status 200. */
  | { readonly error: unknown }

/** `parse`: parses the body even when nothing hints at an error. */
export function examineReply(bytes: Uint8Array, parse: boolean): ReplyJson {
  if (!looksLikeJson(bytes)) return 'broken'
  if (!parse && !HINTS.some(hint => find(bytes, hint) >= 0)) return 'sound'
  const value = parseReply(bytes)
  if (value === undefined) return 'broken'
  return isHiddenError(value) ? { error: value } : 'sound'
}

/** The JSON value of a body; undefined when it is not JSON. */
export function parseReply(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * True for an object with a non-empty `error`. Response objects of the Responses API are exempt: `error` is part of
 * their schema.
 */
export function isHiddenError(value: unknown): boolean {
  if (!isRecord(value) || value['object'] === 'response') return false
  const error = Object.hasOwn(value, 'error') ? value['error'] : undefined
  return typeof error === 'string' ? error !== '' : isRecord(error) && Object.keys(error).length > 0
}

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

/** Within JSON strings the quotation marks would be escaped. */
const HINTS = [encoder.encode('"error"'), encoder.encode('}{')]

const find = (bytes: Uint8Array, part: Uint8Array): number => Buffer.prototype.indexOf.call(bytes, part)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Checks both ends: an object begins with a key, and an object or array ends with its closing bracket. */
function looksLikeJson(bytes: Uint8Array): boolean {
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
