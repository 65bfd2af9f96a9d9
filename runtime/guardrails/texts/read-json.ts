// Strict JSON parsing for guards: what a guard reads must be what the provider reads. Parsers disagree about
// duplicate keys, so a guard that saw only one of the values would be bypassed.
import type { Json } from '../../../compiler/source.ts'
import { lookAlike } from './look-alike.ts'

/** Deeper bodies are rejected: readers and writers are recursive. */
const DEEPEST = 1000

const decoder = new TextDecoder('utf-8')
const strict = new TextDecoder('utf-8', { fatal: true })

/** The parsed JSON; undefined when the bytes are not JSON. */
export function parseBytes(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as Json
  } catch {
    return undefined
  }
}

/** The decoded text; undefined when the bytes are not valid UTF-8 or contain NUL. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = strict.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

export const isReadableText = (bytes: Uint8Array): boolean => readText(bytes) !== undefined

/** True for JSON that is nested too deeply for the readers. */
export const isTooDeep = (bytes: Uint8Array): boolean => measure(bytes).depth > DEEPEST

/** Why the value parsed from the bytes cannot be evaluated safely, as the end of a sentence about the body. */
export function unsound(bytes: Uint8Array, value: Json): string | undefined {
  const { depth, members } = measure(bytes)
  if (depth > DEEPEST) return 'is nested too deeply for a guardrail to read'
  if (readText(bytes) === undefined)
    return 'is not valid UTF-8, so a guardrail may read it differently than the provider'
  const alike = lookAlike(value)
  if (alike !== undefined)
    return `has the key ${JSON.stringify(alike)}, which some servers match case-insensitively`
  return membersOf(value) === members
    ? undefined
    : 'has an object with a duplicate key, of which a guardrail sees only one value'
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** The nesting depth, and the number of colons outside strings: one per member in valid JSON. */
function measure(bytes: Uint8Array): { readonly depth: number; readonly members: number } {
  let depth = 0
  let open = 0
  let members = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = textEnd(bytes, at)
    else if (byte === COLON) members += 1
    else if (byte === 0x7b || byte === 0x5b) {
      open += 1
      if (open > depth) depth = open
    } else if (byte === 0x7d || byte === 0x5d) open -= 1
  }
  return { depth, members }
}

/** The index of the quote that closes the string at `from`; the end of the bytes when it is not closed. */
function textEnd(bytes: Uint8Array, from: number): number {
  for (let quote = bytes.indexOf(QUOTE, from + 1); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let slash = quote - 1
    while (slash > from && bytes[slash] === BACKSLASH) slash -= 1
    if ((quote - slash) % 2 === 1) return quote
  }
  return bytes.length
}

function membersOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce((sum: number, item: Json) => sum + membersOf(item), 0)
  const items = Object.values(value)
  return items.reduce((sum: number, item) => sum + membersOf(item), items.length)
}
