// Parses a large JSON text in turns, with the result of parsing it at once: a reply of many small values, or with hundreds of thousands of
// names, would hold up all other requests. One pass finds the objects and arrays that are large; these are read member by member, and
// members that follow each other are parsed together.
import { isList, type Json } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Turns } from '../turns.ts'
import {
  afterSpace,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipNested,
  skipString,
} from './scan-json-fields.ts'

/** Bytes of JSON that is parsed at once. */
export const AT_ONCE = 256 * 1024
const PART = 64 * 1024
/** A string of more than this many parts is read by itself, so many parts at a time. */
const TEXT_PARTS = 16
/** Bytes that are passed over in one turn. */
const STEP = 1024 * 1024
const MAX_DEPTH = 1000

const TOO_DEEP = failure(
  'invalid_upstream_reply',
  `The provider's reply is nested more than ${MAX_DEPTH} levels deep.`,
  { cause: 'decode', lasting: true },
)

/** Names of one object: its table takes long to be made larger. No reply has as many. */
const MOST_NAMES = 100_000

const TOO_MANY_NAMES = failure(
  'invalid_upstream_reply',
  `The provider's reply has an object with more than ${MOST_NAMES} names.`,
  { cause: 'decode', lasting: true },
)

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
/** Parts are decoded, and one may begin with a character that only marks the order of bytes at the beginning of the text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The JSON value; undefined where the text is none. A large one that is nested too deeply, or has an object with too many names, is a
 * failure. `part`: bytes of members that are parsed in one turn.
 */
export function* parseInTurns(
  bytes: Uint8Array,
  atOnce = AT_ONCE,
  part = PART,
): Turns<Json | Failure | undefined> {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)
  const text = hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
  if (text.length <= atOnce) return parsed(decoder.decode(text))
  // Collecting the bytes, each step here, and what is made of the value take a turn each: a single text may have many megabytes.
  yield
  const ends = yield* endsOfLarge(text, part)
  if (ends === undefined || isFailure(ends)) return ends
  yield
  const from = afterSpace(text, 0)
  const end = ends.get(from)
  if (end === undefined) return parsed(decoder.decode(text))
  if (afterSpace(text, end) !== text.length) return undefined
  const value = yield* readValue({ text, ends, part }, from, end)
  yield
  return value
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The ends of what is read by itself, by start: objects and arrays longer than a part, long strings. Undefined if one is not closed. */
function* endsOfLarge(
  text: Uint8Array,
  part: number,
): Turns<ReadonlyMap<number, number> | Failure | undefined> {
  const ends = new Map<number, number>()
  const starts: number[] = []
  let next = STEP
  for (let at = 0; at < text.length; at += 1) {
    if (at >= next) {
      yield
      next = at + STEP
    }
    const byte = text[at]
    if (byte === QUOTE) {
      const end = skipString(text, at)
      if (end < 0) return undefined
      if (end - at > TEXT_PARTS * part) ends.set(at, end)
      at = end - 1
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      starts.push(at)
      if (starts.length > MAX_DEPTH) return TOO_DEEP
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      const start = starts.pop()
      if (start === undefined) return undefined
      if (at + 1 - start > part) ends.set(start, at + 1)
    }
  }
  return starts.length === 0 ? ends : undefined
}

interface LargeText {
  readonly text: Uint8Array
  readonly ends: ReadonlyMap<number, number>
  readonly part: number
}

const readValue = (large: LargeText, from: number, end: number): Turns<Json | Failure | undefined> =>
  large.text[from] === QUOTE ? readText(large, from, end) : readLarge(large, from, end)

/** The text from `from` to `end`, with its quotation marks. */
function* readText({ text, part }: LargeText, from: number, end: number): Turns<Json | undefined> {
  const pieces: string[] = []
  for (let at = from + 1; at < end - 1; ) {
    if (at > from + 1) yield
    const to = at + TEXT_PARTS * part
    const next = to < end - 1 ? beforeEscape(text, at, beforeCharacter(text, to)) : end - 1
    const piece = parsed(`"${decoder.decode(text.subarray(at, next))}"`)
    if (typeof piece !== 'string') return undefined
    pieces.push(piece)
    at = next
  }
  return pieces.join('')
}

/** `to`, or the start of the character in UTF-8 that is cut there. */
function beforeCharacter(text: Uint8Array, to: number): number {
  let start = to
  while (((text[start] ?? 0) & 0xc0) === 0x80 && to - start < 3) start -= 1
  return start
}

/** Bytes of the longest escape. */
const ESCAPE = 6

/** `to`, or the start of the escape that is cut there. */
function beforeEscape(text: Uint8Array, from: number, to: number): number {
  for (let at = Math.max(from, to - ESCAPE + 1); at < to; at += 1) {
    if (text[at] !== BACKSLASH) continue
    let first = at
    while (first > from && text[first - 1] === BACKSLASH) first -= 1
    if ((at - first) % 2 === 1) continue
    const length = text[at + 1] === LETTER_U ? ESCAPE : 2
    if (at + length > to) return at
    at += length - 1
  }
  return to
}

const BACKSLASH = 0x5c
const LETTER_U = 0x75

/** The object or array from `from` to `end`; undefined where it is broken. */
function* readLarge(large: LargeText, from: number, end: number): Turns<Json | Failure | undefined> {
  const { text, ends, part } = large
  const isObject = text[from] === OPEN_BRACE
  const closing = end - 1
  if (text[closing] !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return undefined
  const value: Record<string, Json> | Json[] = isObject ? {} : []
  /** Where the members begin that are not parsed yet. */
  let begin = from + 1
  let at = begin
  for (;;) {
    const member = isObject ? afterKey(text, at) : afterSpace(text, at)
    if (member < 0) break
    const endOfChild = ends.get(member)
    if (endOfChild !== undefined) {
      if (begin < at && !addParsed(value, text, begin, at - 1)) return undefined
      const child = yield* readValue(large, member, endOfChild)
      if (child === undefined || isFailure(child)) return child
      if (!isObject) (value as Json[]).push(child)
      else {
        const key = parsed(decoder.decode(text.subarray(at, member)).replace(/:\s*$/, ''))
        if (typeof key !== 'string') return undefined
        setOwn(value as Record<string, Json>, key, child)
      }
    }
    const next = afterSpace(text, endOfChild ?? endOfSmall(text, member))
    const isLast = next === closing
    if (!isLast && text[next] !== COMMA) return undefined
    if (endOfChild !== undefined) {
      if (isLast) return value
      begin = next + 1
    } else if (isLast || next + 1 - begin > part) {
      if (!addParsed(value, text, begin, next, isLast && begin === from + 1)) return undefined
      if (isObject && Object.keys(value).length > MOST_NAMES) return TOO_MANY_NAMES
      if (isLast) return value
      yield
      begin = next + 1
    }
    at = next + 1
  }
  // Nothing but space, or an object that is broken.
  const rest = parsed(decoder.decode(text.subarray(from, end)))
  return begin === from + 1 ? rest : undefined
}

/** The offset of the value of the member at `at`; -1 where it has no key. */
function afterKey(text: Uint8Array, at: number): number {
  const key = afterSpace(text, at)
  if (text[key] !== QUOTE) return -1
  const colon = afterSpace(text, skipString(text, key))
  return text[colon] === COLON ? afterSpace(text, colon + 1) : -1
}

/** The end of a value that is not large; the same offset if there is none. */
function endOfSmall(text: Uint8Array, from: number): number {
  const byte = text[from]
  if (byte === QUOTE) return skipString(text, from)
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return skipNested(text, from)
  let at = from
  while (at < text.length && !ENDS_LITERAL.has(text[at])) at += 1
  return at
}

const ENDS_LITERAL: ReadonlySet<number | undefined> = new Set([
  COMMA, CLOSE_BRACE, CLOSE_BRACKET, 0x20, 0x0a, 0x0d, 0x09,
]) // biome-ignore format: bytes

/** Adds the members from `from` to `to`; false if they are malformed, or there is none although there must be. */
function addParsed(
  value: Record<string, Json> | Json[],
  text: Uint8Array,
  from: number,
  to: number,
  mayBeNone = false,
): boolean {
  const members = decoder.decode(text.subarray(from, to))
  const part = parsed(Array.isArray(value) ? `[${members}]` : `{${members}}`)
  if (typeof part !== 'object' || part === null) return false
  if (Array.isArray(value)) {
    if (!isList(part) || (part.length === 0 && !mayBeNone)) return false
    for (const each of part) value.push(each)
    return true
  }
  const entries = Object.entries(part)
  if (entries.length === 0) return false
  for (const [name, each] of entries) setOwn(value, name, each)
  return true
}

function setOwn(object: Record<string, Json>, name: string, value: Json): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}
