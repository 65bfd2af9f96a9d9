// Finds the usage and the model in a whole JSON object without parsing it: they are nearly always among its last fields, or its first. What
// only looks like them, in the metadata of a request or the arguments of a tool, is passed over.
import {
  afterSpace,
  asciiText,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  OPEN_BRACE,
  OPEN_BRACKET,
  plainString,
  QUOTE,
  scanFields,
  skipNested,
  skipString,
} from './scan-json-fields.ts'

const USAGE = new TextEncoder().encode('"usage"')
const BACKSLASH = 0x5c

/** Bytes at the end that are searched first. */
const TAIL = 2048

/** The object under `usage` as text; undefined where the object in the bytes has none. */
export function usageText(bytes: Uint8Array): string | undefined {
  return usageNearEnd(bytes.length > TAIL ? bytes.subarray(-TAIL) : bytes, 1) ?? usageAmong(bytes)
}

const TIER = new TextEncoder().encode('"service_tier"')

/**
 * The service tier that a whole JSON object names beside its usage, as JSON text; undefined for the usual one. In a chat it is at the
 * end; in a response the tools and the instructions are between it and the end.
 */
export function serviceTierText(bytes: Uint8Array, isResponse: boolean): string | undefined {
  const tail = isResponse || bytes.length <= TAIL ? bytes : bytes.subarray(-TAIL)
  const at = Buffer.prototype.lastIndexOf.call(tail, TIER)
  if (at < 0 || tail[at - 1] === BACKSLASH) return undefined
  const start = afterSpace(tail, afterSpace(tail, at + TIER.length) + 1)
  const text = asciiText(tail, start, Math.min(tail.length, start + MAX_TIER))
  const tier = /^"[a-z_]+"/.exec(text)?.[0]
  return tier === '"default"' ? undefined : tier
}

/** Characters of a tier's name. */
const MAX_TIER = 32

/** The last object under `usage`, if it is a field of an object that is `depth - 1` objects deep. */
export function usageNearEnd(bytes: Uint8Array, depth: number): string | undefined {
  const at = Buffer.prototype.lastIndexOf.call(bytes, USAGE)
  if (at < 0 || bytes[at - 1] === BACKSLASH) return undefined
  const colon = afterSpace(bytes, at + USAGE.length)
  const start = afterSpace(bytes, colon + 1)
  if (bytes[colon] !== COLON || bytes[start] !== OPEN_BRACE) return undefined
  const end = skipNested(bytes, start)
  return end >= 0 && isAtDepth(bytes, end, depth)
    ? Buffer.prototype.utf8Slice.call(bytes, start, end)
    : undefined
}

/** Whether so many objects, and no list, are open at `from`, and closed by the rest of the bytes. */
export function isAtDepth(bytes: Uint8Array, from: number, depth: number): boolean {
  let open = depth
  for (let at = from; at < bytes.length; ) {
    const byte = bytes[at]
    if (byte === CLOSE_BRACKET) return false
    if (byte === CLOSE_BRACE) open -= 1
    at =
      byte === QUOTE
        ? skipString(bytes, at)
        : byte === OPEN_BRACE || byte === OPEN_BRACKET
          ? skipNested(bytes, at)
          : at + 1
    if (at < 0) return false
  }
  return open === 0
}

function usageAmong(bytes: Uint8Array): string | undefined {
  const fields = scanFields(bytes)
  const index = fields?.names.lastIndexOf('usage') ?? -1
  const start = fields?.spans[2 * index] ?? -1
  return index >= 0 && bytes[start] === OPEN_BRACE
    ? Buffer.prototype.utf8Slice.call(bytes, start, fields?.spans[2 * index + 1])
    : undefined
}

const MODEL = new TextEncoder().encode('"model"')
/** Bytes at both ends that are searched. */
const ENDS = 512
/** Fields that are not nested and have no escapes: what follows them is a field of the reply, and not within a string. */
const FIRST_FIELDS = /^\s*\{[^{}[\]\\]*$/

/** Undefined where the object in the bytes names none. */
export function repliedModel(bytes: Uint8Array): string | undefined {
  const first = Buffer.prototype.indexOf.call(bytes, MODEL)
  if (first < 0) return undefined
  if (first < ENDS && FIRST_FIELDS.test(asciiText(bytes, 0, first))) {
    const named = nameAfter(bytes, first)
    if (named !== undefined) return named.name
  }
  const last = Buffer.prototype.lastIndexOf.call(bytes, MODEL)
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
  const colon = afterSpace(bytes, key + MODEL.length)
  const start = afterSpace(bytes, colon + 1)
  if (bytes[colon] !== COLON || bytes[start] !== QUOTE) return undefined
  const end = skipString(bytes, start)
  const name = end < 0 ? undefined : plainString(bytes, start, end)
  return name === undefined || name === '' ? undefined : { name, end }
}
