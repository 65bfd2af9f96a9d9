// Finds the usage in a whole JSON object without parsing it: it is nearly always among the last fields. What only looks like it, in
// the metadata of a request or the arguments of a tool, is passed over.
import {
  afterSpace,
  asciiText,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scanFields,
  skipNested,
  skipString,
} from './scan-json-fields.ts'

const KEY = new TextEncoder().encode('"usage"')
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
  const at = Buffer.prototype.lastIndexOf.call(bytes, KEY)
  if (at < 0 || bytes[at - 1] === BACKSLASH) return undefined
  const colon = afterSpace(bytes, at + KEY.length)
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
