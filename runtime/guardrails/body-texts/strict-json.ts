// Strict JSON parsing for guards: what a guard reads must be what the provider reads. Parsers disagree about
// duplicate keys, so a guard that saw only one of the values would be bypassed.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { QUOTE, skipString } from '../../values/body/scan-json-fields.ts'
import { isUtf8 } from '../../values/is-utf8.ts'

/** Deeper bodies are rejected: readers and writers are recursive. */
const MAX_DEPTH = 1000

const decoder = new TextDecoder('utf-8')
const strictDecoder = new TextDecoder('utf-8', { fatal: true })

/** The parsed JSON; undefined when the bytes are not JSON. */
export function parseJsonBytes(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as Json
  } catch {
    return undefined
  }
}

/** The decoded text; undefined when the bytes are not valid UTF-8 or contain NUL. */
export function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    const text = strictDecoder.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

export const isStrictText = (bytes: Uint8Array): boolean => decodeStrict(bytes) !== undefined

/** True for JSON that is nested too deeply for the readers. */
export const isNestedTooDeep = (bytes: Uint8Array): boolean => measure(bytes).depth > MAX_DEPTH

/** Why the value parsed from the bytes cannot be evaluated safely, as the end of a sentence about the body. */
export function unsafeJsonReason(bytes: Uint8Array, value: Json): string | undefined {
  const { depth, members } = measure(bytes)
  if (depth > MAX_DEPTH) return 'is nested too deeply for a guardrail to read'
  if (!isUtf8(bytes)) return 'is not valid UTF-8, so a guardrail may read it differently than the provider'
  const caseVariant = findCaseVariant(value)
  if (caseVariant !== undefined)
    return `has the key ${JSON.stringify(caseVariant)}, which some servers match case-insensitively`
  return countMembers(value) === members
    ? undefined
    : 'has an object with a duplicate key, of which a guardrail reads only one value'
}

const COLON = 0x3a

/** The nesting depth, and the number of colons outside strings: one per member in valid JSON. */
function measure(bytes: Uint8Array): { readonly depth: number; readonly members: number } {
  let depth = 0
  let currentDepth = 0
  let members = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === QUOTE) {
      const end = skipString(bytes, index)
      if (end < 0) break
      index = end - 1
    } else if (byte === COLON) members += 1
    else if (byte === 0x7b || byte === 0x5b) {
      currentDepth += 1
      if (currentDepth > depth) depth = currentDepth
    } else if (byte === 0x7d || byte === 0x5d) currentDepth -= 1
  }
  return { depth, members }
}

function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (isList(value)) for (const item of value) count += countMembers(item)
  else for (const item of Object.values(value)) count += 1 + countMembers(item)
  return count
}

// Property names that some servers match case-insensitively: a guard that reads only `content` would miss what such a
// server takes from `Content`.

/** The names that text readers read or traverse. */
const READ_FIELDS: ReadonlySet<string> = new Set([
  'content',
  'documents',
  'input',
  'instructions',
  'messages',
  'prompt',
  'query',
  'role',
  'suffix',
  'system',
  'text',
  'tools',
  'type',
])
const MAX_NAME_LENGTH = 'instructions'.length

/** The first such name, in the body itself or in lists of objects below it. */
export function findCaseVariant(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  for (const name of Object.keys(value)) {
    if (isCaseVariant(name)) return name
    const item = value[name]
    if (!isList(item) || !READ_FIELDS.has(name)) continue
    for (const each of item) {
      const found = findCaseVariant(each)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const PLAIN_NAME = /^[a-z_]*$/

/** Some letters without a case pair are folded as well: \u017f, \u212a. */
const isCaseVariant = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH &&
  !PLAIN_NAME.test(name) &&
  !READ_FIELDS.has(name) &&
  READ_FIELDS.has(name.toUpperCase().toLowerCase())
