// Finds the model that a whole reply names without parsing it: among its first fields, or among its last.

import {
  afterSpace,
  COLON,
  OPEN_BRACE,
  OPEN_BRACKET,
  plainString,
  QUOTE,
  scanFields,
  skipString,
} from './scan-json-fields.ts'
import { isAtDepth } from './usage-field.ts'

const KEY = new TextEncoder().encode('"model"')
/** Bytes at both ends that are searched; in a response the instructions may be before it. */
const ENDS = 1024
const BACKSLASH = 0x5c

/** Undefined where the object in the bytes names none. */
export function repliedModel(bytes: Uint8Array): string | undefined {
  const first = Buffer.prototype.indexOf.call(bytes, KEY)
  if (first < 0) return undefined
  if (first < ENDS && isTopLevel(bytes, first)) return nameAfter(bytes, first)?.name
  const last = Buffer.prototype.lastIndexOf.call(bytes, KEY)
  const found = last > bytes.length - ENDS ? nameAfter(bytes, last) : undefined
  if (found !== undefined && isAtDepth(bytes, found.end, 1)) return found.name
  const fields = scanFields(bytes)
  const index = fields?.names.indexOf('model') ?? -1
  if (fields === undefined) return undefined
  const { spans } = fields
  return index < 0 ? undefined : plainString(bytes, spans[2 * index] ?? 0, spans[2 * index + 1] ?? 0)
}

/** Whether nothing is nested before the key; braces in strings before it only cost a scan. */
const isTopLevel = (bytes: Uint8Array, key: number): boolean =>
  Buffer.prototype.lastIndexOf.call(bytes, OPEN_BRACE, key) === afterSpace(bytes, 0) &&
  Buffer.prototype.lastIndexOf.call(bytes, OPEN_BRACKET, key) < 0

function nameAfter(bytes: Uint8Array, key: number): { name: string; end: number } | undefined {
  if (bytes[key - 1] === BACKSLASH) return undefined
  const colon = afterSpace(bytes, key + KEY.length)
  const start = afterSpace(bytes, colon + 1)
  if (bytes[colon] !== COLON || bytes[start] !== QUOTE) return undefined
  const end = skipString(bytes, start)
  const name = end < 0 ? undefined : plainString(bytes, start, end)
  return name === undefined || name === '' ? undefined : { name, end }
}
