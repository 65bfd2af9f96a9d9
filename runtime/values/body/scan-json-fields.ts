// Finds the top-level fields of a JSON object in its bytes without parsing it: the plan reads a few small fields, and
// a body of 100 KB is mostly long strings, which are skipped by searching for quotes. The structure (brackets,
// quotes, separators) is validated, values of skipped fields are not: for bodies of clients `checkJson` does that. The search of a
// Buffer takes a tenth of the time of the one that typed arrays have.
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

export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from
  let byte = bytes[at]
  while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
    at += 1
    byte = bytes[at]
  }
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
    const quote = Buffer.prototype.indexOf.call(bytes, QUOTE, at)
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
    if (byte === COMMA || byte === CLOSE_BRACE || (byte ?? 0) <= 0x20) break
  }
  return at === from ? -1 : at
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
  while (bytes[at] !== CLOSE_BRACE || names.length > 0) {
    if (bytes[at] !== QUOTE) return undefined
    const keyEnd = skipString(bytes, at)
    if (keyEnd < 0) return undefined
    const name = keyName(bytes, at + 1, keyEnd - 1)
    at = afterSpace(bytes, keyEnd)
    if (bytes[at] !== COLON) return undefined
    const start = afterSpace(bytes, at + 1)
    const first = bytes[start]
    const end =
      first === QUOTE
        ? skipString(bytes, start)
        : first === OPEN_BRACE || first === OPEN_BRACKET
          ? skipNested(bytes, start)
          : skipLiteral(bytes, start)
    if (end < 0) return undefined
    if (names.push(name) > MAX_FIELDS) return undefined
    spans.push(start, end)
    at = afterSpace(bytes, end)
    if (bytes[at] === CLOSE_BRACE) break
    if (bytes[at] !== COMMA) return undefined
    at = afterSpace(bytes, at + 1)
  }
  return afterSpace(bytes, at + 1) === bytes.length ? { names, spans, close: at } : undefined
}

/** How far a check of JSON has come. */
export interface JsonCheck {
  at: number
  /** What comes next. */
  expected: 'value' | 'first value' | 'key' | 'first key' | 'separator'
  /** For each open bracket, the innermost last: whether it is a brace. */
  readonly open: boolean[]
  /** The next quote and the next backslash, if they are not before `at`. */
  quote: number
  slash: number
}

/**
 * Whether bytes in which fields were found are JSON in every part, as RFC 8259 defines it; undefined where `until` was reached before.
 * A byte order mark is ignored, as it allows.
 */
export function checkJson(
  bytes: Uint8Array,
  until = bytes.length,
  check: JsonCheck = { at: 0, expected: 'value', open: [], quote: -1, slash: -1 },
): boolean | undefined {
  const { open } = check
  let { at, expected } = check
  if (at === 0 && bytes[0] === 0xef) at = 3
  let inObject = open.at(-1)
  for (;;) {
    let byte = bytes[at]
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at += 1
      byte = bytes[at]
    }
    if (byte === undefined) return expected === 'separator' && inObject === undefined
    if (at >= until) {
      check.at = at
      check.expected = expected
      return undefined
    }
    if (expected === 'separator') {
      if (inObject === undefined) return false
      if (byte === COMMA) expected = inObject ? 'key' : 'value'
      else if (byte === (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        open.pop()
        inObject = open.at(-1)
      } else return false
      at += 1
    } else if (byte === QUOTE) {
      at = afterText(bytes, at + 1, check)
      if (at < 0) return false
      if (expected === 'key' || expected === 'first key') {
        at = afterSpace(bytes, at)
        if (bytes[at] !== COLON) return false
        at += 1
        expected = 'value'
      } else expected = 'separator'
    } else if (
      (byte === CLOSE_BRACE && expected === 'first key') ||
      (byte === CLOSE_BRACKET && expected === 'first value')
    ) {
      open.pop()
      inObject = open.at(-1)
      expected = 'separator'
      at += 1
    } else if (expected === 'key' || expected === 'first key') return false
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      inObject = byte === OPEN_BRACE
      open.push(inObject)
      expected = inObject ? 'first key' : 'first value'
      at += 1
    } else {
      at = afterLiteral(bytes, at)
      if (at < 0) return false
      expected = 'separator'
    }
  }
}

const LETTER_U = 0x75
/** What may follow a backslash: `"\\/bfnrt`. */
const ESCAPES: ReadonlySet<number | undefined> = new Set([
  QUOTE, BACKSLASH, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74,
]) // biome-ignore format: bytes
const FOUR_DIGITS = /^[0-9a-fA-F]{4}$/

/** The offset after the string of which the text begins at `from`, or -1 where a parser refuses it. */
function afterText(bytes: Uint8Array, from: number, check: JsonCheck): number {
  let at = from
  for (;;) {
    let near = at + SHORT_STRING
    while (at < near) {
      const byte = bytes[at]
      if (byte === QUOTE) return at + 1
      if (byte === undefined || byte < 0x20) return -1
      if (byte === BACKSLASH) {
        if (ESCAPES.has(bytes[at + 1])) at += 2
        else if (bytes[at + 1] === LETTER_U && FOUR_DIGITS.test(asciiText(bytes, at + 2, at + 6))) at += 6
        else return -1
        near = at + SHORT_STRING
      } else at += 1
    }
    if (check.quote < at) check.quote = Buffer.prototype.indexOf.call(bytes, QUOTE, at)
    if (check.quote < 0) return -1
    if (check.slash < at) {
      const slash = Buffer.prototype.indexOf.call(bytes, BACKSLASH, at)
      check.slash = slash < 0 ? bytes.length : slash
    }
    const end = Math.min(check.quote, check.slash)
    if (end - at >= LONG_TEXT) {
      // In four bytes at a time: the subtraction sets the highest bit of one that is below 0x20.
      const first = (bytes.byteOffset + at + 3) & ~3
      while (bytes.byteOffset + at < first) {
        if ((bytes[at] ?? 0) < 0x20) return -1
        at += 1
      }
      const words = new Int32Array(bytes.buffer, first, (end - at) >> 2)
      for (let index = 0; index < words.length; index += 1) {
        const word = words[index] ?? 0
        if (((word - SPACES) & ~word & HIGHEST_BITS) !== 0) return -1
      }
      at += words.length * 4
    }
    for (; at < end; at += 1) if ((bytes[at] ?? 0) < 0x20) return -1
  }
}

/** Shorter strings take less time byte by byte. */
const LONG_TEXT = 128
const SPACES = 0x20202020
const HIGHEST_BITS = 0x80808080

const ZERO = 0x30
const NINE = 0x39
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** The offset after the number or the literal, or -1 where a parser refuses it. Most are integers. */
function afterLiteral(bytes: Uint8Array, from: number): number {
  let at = from
  let byte = bytes[at] ?? 0
  let isInteger = byte > ZERO && byte <= NINE
  for (; byte > COMMA || byte === PLUS; byte = bytes[at] ?? 0) {
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break
    if (byte < ZERO || byte > NINE) isInteger = false
    at += 1
  }
  return isInteger || LITERAL.test(asciiText(bytes, from, at)) ? at : -1
}

const PLUS = 0x2b

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
