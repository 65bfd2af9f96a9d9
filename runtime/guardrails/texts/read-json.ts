// A body as JSON, judged as strictly as a guard must: what it reads has to be what the provider reads. A key that
// stands twice in an object is read in two ways by two parsers, and a guard that saw one of them saw nothing.
import type { Json } from '../../../compiler/source.ts'
import { lookAlike } from './look-alike.ts'

/** Deeper bodies are not read: readers and writers walk them by recursion. */
const DEEPEST = 1000

const decoder = new TextDecoder('utf-8')
const strict = new TextDecoder('utf-8', { fatal: true })

/** What the bytes spell; undefined where they are no JSON. */
export function parseBytes(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as Json
  } catch {
    return undefined
  }
}

/** The text that the bytes spell; undefined where they are no UTF-8, or hold what no text does. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = strict.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

export const isReadableText = (bytes: Uint8Array): boolean => readText(bytes) !== undefined

/** True for JSON that readers cannot walk. */
export const isTooDeep = (bytes: Uint8Array): boolean => measure(bytes).depth > DEEPEST

/** Why the value that was parsed from the bytes cannot be judged, as the end of a sentence about the body. */
export function unsound(bytes: Uint8Array, value: Json): string | undefined {
  const { depth, members } = measure(bytes)
  if (depth > DEEPEST) return 'is nested too deeply for a guardrail to read'
  if (readText(bytes) === undefined) return 'is no text in UTF-8, so a guardrail may read it in another way'
  const alike = lookAlike(value)
  if (alike !== undefined)
    return `has the key ${JSON.stringify(alike)}, which others read as another spelling`
  return membersOf(value) === members
    ? undefined
    : 'has an object with the same key twice, of which a guardrail sees one'
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** How deep the bytes nest, and how many colons stand outside of texts: one for each member of JSON that is sound. */
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

/** Where the text that opens at `from` closes; the end of the bytes where it does not. */
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
