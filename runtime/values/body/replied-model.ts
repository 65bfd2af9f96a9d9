// Finds the model that a whole reply names without parsing it: among its first fields, or among its last.

import {
  afterSpace,
  asciiText,
  COLON,
  plainString,
  QUOTE,
  scanFields,
  skipString,
} from './scan-json-fields.ts'
import { isAtDepth } from './usage-field.ts'

const KEY = new TextEncoder().encode('"model"')
/** Bytes at both ends that are searched. */
const ENDS = 512
const BACKSLASH = 0x5c
/** Fields that are not nested and have no escapes: what follows them is a field of the reply, and not within a text. */
const FIRST_FIELDS = /^\s*\{[^{}[\]\\]*$/

/** Undefined where the object in the bytes names none. */
export function repliedModel(bytes: Uint8Array): string | undefined {
  const first = Buffer.prototype.indexOf.call(bytes, KEY)
  if (first < 0) return undefined
  if (first < ENDS && FIRST_FIELDS.test(asciiText(bytes, 0, first))) {
    const named = nameAfter(bytes, first)
    if (named !== undefined) return named.name
  }
  const last = Buffer.prototype.lastIndexOf.call(bytes, KEY)
  const found = last > bytes.length - ENDS ? nameAfter(bytes, last) : undefined
  if (found !== undefined && isAtDepth(bytes, found.end, 1)) return found.name
  const fields = scanFields(bytes)
  const index = fields?.names.indexOf('model') ?? -1
  if (fields === undefined || index < 0) return undefined
  const name = plainString(bytes, fields.spans[2 * index] ?? 0, fields.spans[2 * index + 1] ?? 0)
  return name === '' ? undefined : name
}

function nameAfter(bytes: Uint8Array, key: number): { name: string; end: number } | undefined {
  if (bytes[key - 1] === BACKSLASH) return undefined
  const colon = afterSpace(bytes, key + KEY.length)
  const start = afterSpace(bytes, colon + 1)
  if (bytes[colon] !== COLON || bytes[start] !== QUOTE) return undefined
  const end = skipString(bytes, start)
  const name = end < 0 ? undefined : plainString(bytes, start, end)
  return name === undefined || name === '' ? undefined : { name, end }
}
