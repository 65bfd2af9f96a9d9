// Finds the top-level fields of a JSON object in its bytes without parsing it: the plan reads a few small fields, and
// a body of 100 KB is mostly long strings, which are skipped by searching for quotes. The structure (brackets,
// quotes, separators) is validated, values of skipped fields are not.
import type { JsonObject } from '../../../schemas/values/json.ts'

/** The top-level fields of a body: names in order, and for each the start and the end of its value. */
export interface JsonFields {
  readonly names: readonly string[]
  /** Twice as many as names: the value of `names[i]` is in the bytes from `spans[2 * i]` to `spans[2 * i + 1]`. */
  readonly spans: readonly number[]
  /** The offset of the closing brace. */
  readonly close: number
}

export const QUOTE = 0x22
const BACKSLASH = 0x5c
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d

/** Maximum nesting: JSON is parsed and serialized recursively. */
const MAX_DEPTH = 1000

/** Maximum length of a string that is read without a JSON parser: names of models, roles, formats. */
const PLAIN = 128

/** Bytes of a string scanned in a loop before a native search takes over. */
const SHORT_STRING = 24

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at])) at += 1
  return at
}

/**
 * The offset after the string that starts at `from`, or -1 when it is not closed. Code and JSON within strings have escaped quotes close
 * to each other, so a native search begins only if none is near.
 */
export function skipString(bytes: Uint8Array, from: number): number {
  let at = from + 1
  for (;;) {
    let near = at + SHORT_STRING
    while (at < near) {
      const byte = bytes[at]
      if (byte === QUOTE) return at + 1
      if (byte === undefined) return -1
      if (byte === BACKSLASH) {
        at += 2
        near = at + SHORT_STRING
      } else at += 1
    }
    const quote = bytes.indexOf(QUOTE, at)
    if (quote < 0) return -1
    let slash = quote - 1
    while (slash >= at && bytes[slash] === BACKSLASH) slash -= 1
    if ((quote - slash) % 2 === 1) return quote + 1
    at = quote + 1
  }
}

/** The offset after the object or array that starts at `from`, or -1; `until` and `pause` are for scans in turns. */
export function skipNested(
  bytes: Uint8Array,
  from: number,
  until = bytes.length,
  pause?: ScanPosition,
): number {
  let depth = pause?.depth ?? 0
  let at = from
  while (at < until) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = skipString(bytes, at)
      if (at < 0) return -1
      continue
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) return -1
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1
      if (depth === 0) return at + 1
    }
    at += 1
  }
  if (pause === undefined || at >= bytes.length) return -1
  pause.at = at
  pause.depth = depth
  return PAUSED
}

/** How far a scan has come, and how deep it is in a nested value. */
export interface ScanPosition {
  at: number
  depth: number
}

/** Instead of an offset: `until` was reached. */
export const PAUSED = -2

/** The offset after a number or literal. */
export function skipLiteral(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === COMMA || byte === CLOSE_BRACE || isSpace(byte)) break
  }
  return at === from ? -1 : at
}

function skipValue(bytes: Uint8Array, from: number): number {
  const byte = bytes[from]
  if (byte === QUOTE) return skipString(bytes, from)
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return skipNested(bytes, from)
  return skipLiteral(bytes, from)
}

const encoder = new TextEncoder()

/** A byte order mark at the start of a key is part of it. */
const keyDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function keyName(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80 && byte !== BACKSLASH) continue
    const key = keyDecoder.decode(bytes.subarray(start, end))
    if (!key.includes('\\')) return key
    try {
      return JSON.parse(`"${key}"`) as string
    } catch {
      return ''
    }
  }
  return asciiText(bytes, start, end)
}

/** Decodes ASCII bytes in one native call: a TextDecoder costs more than a short name. */
export const asciiText = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.prototype.latin1Slice.call(bytes, start, end)

/** The value of a short ASCII JSON string without escapes, which needs no parser; undefined for any other value. */
export function plainString(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== QUOTE || end - start > PLAIN) return undefined
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === BACKSLASH || byte < 0x20 || byte > 0x7f) return undefined
  }
  return asciiText(bytes, start + 1, end - 1)
}

/** More top-level fields than any dialect has; beyond them a body is not scanned. */
export const MAX_FIELDS = 10_000

/** The fields of the object in the bytes, or undefined when it is not an object or its structure is invalid. */
export function scanFields(bytes: Uint8Array): JsonFields | undefined {
  const names: string[] = []
  const spans: number[] = []
  let at = afterSpace(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)
  if (bytes[at] !== OPEN_BRACE) return undefined
  at = afterSpace(bytes, at + 1)
  if (bytes[at] === CLOSE_BRACE) return finish(bytes, at, { names, spans, close: at })
  for (;;) {
    if (bytes[at] !== QUOTE) return undefined
    const keyEnd = skipString(bytes, at)
    if (keyEnd < 0) return undefined
    const name = keyName(bytes, at + 1, keyEnd - 1)
    at = afterSpace(bytes, keyEnd)
    if (bytes[at] !== COLON) return undefined
    const start = afterSpace(bytes, at + 1)
    const end = skipValue(bytes, start)
    if (end < 0) return undefined
    if (names.push(name) > MAX_FIELDS) return undefined
    spans.push(start, end)
    at = afterSpace(bytes, end)
    if (bytes[at] === CLOSE_BRACE) return finish(bytes, at, { names, spans, close: at })
    if (bytes[at] !== COMMA) return undefined
    at = afterSpace(bytes, at + 1)
  }
}

function finish(bytes: Uint8Array, close: number, fields: JsonFields): JsonFields | undefined {
  return afterSpace(bytes, close + 1) === bytes.length ? fields : undefined
}

const UNDERSCORE = 0x5f

interface SearchedKey {
  readonly before: Uint8Array
  readonly after: Uint8Array
}

/** Undefined for what is not JSON; `text` begins with a brace. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    return undefined
  }
}

/**
 * The offset of the next underscore; negative if there is none. Bodies contain few of them, and they are searched for natively: a way to
 * find keys with an underscore that are nested in a body, without parsing it.
 */
export const nextUnderscore = (bytes: Uint8Array, from: number): number =>
  Buffer.prototype.indexOf.call(bytes, UNDERSCORE, from)

/**
 * Whether one of a few keys is around an underscore, the first that the key has. Occurrences within strings count too: the caller parses
 * the body then.
 */
export function linkKeysAt(keys: readonly string[]): (bytes: Uint8Array, underscore: number) => boolean {
  const parts: readonly SearchedKey[] = keys.map(key => {
    const at = key.indexOf('_')
    return { before: encoder.encode(key.slice(0, at)), after: encoder.encode(key.slice(at + 1)) }
  })
  return (bytes, underscore) => {
    for (const { before, after } of parts)
      if (matchesAt(bytes, underscore - before.length, before) && matchesAt(bytes, underscore + 1, after))
        return true
    return false
  }
}

function matchesAt(bytes: Uint8Array, from: number, key: Uint8Array): boolean {
  for (let index = 0; index < key.length; index += 1) if (bytes[from + index] !== key[index]) return false
  return true
}
