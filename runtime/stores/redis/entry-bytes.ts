// Serialization of a cache entry: a header line of JSON, then the body unchanged. Any other value is treated as a miss:
// it may be truncated, of another version, or foreign.

import { asText, isList, isObject, parseJson } from '../../../schemas/values/json.ts'
import type { CacheEntry } from '../../state/cache-store.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { concatenate } from '../../values/byte-stream.ts'

/** Version of the header line and of the keys: other versions ignore these entries. */
export const ENTRY_FORMAT = 1

const LINE_END = 0x0a
/** A longer header line is not from this gateway. */
const MAX_HEADER_BYTES = 16_384
const decoder = new TextDecoder('utf-8')

export function encodeEntry({ body, ...fields }: CacheEntry): Uint8Array {
  const header = encodeJson({ format: ENTRY_FORMAT, bytes: body.length, ...fields })
  return concatenate([header, new Uint8Array([LINE_END]), body])
}

export function decodeEntry(value: Uint8Array): CacheEntry | undefined {
  const end = value.subarray(0, MAX_HEADER_BYTES).indexOf(LINE_END)
  const header = end < 0 ? undefined : parseJson(decoder.decode(value.subarray(0, end)))
  if (!isObject(header) || header['format'] !== ENTRY_FORMAT) return undefined
  const body = value.subarray(end + 1)
  const { bytes, status, storedAt, counted, dropped } = header
  const contentType = asText(header['contentType'])
  if (bytes !== body.length || typeof storedAt !== 'number' || typeof counted !== 'boolean') return undefined
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 299)
    return undefined
  if (contentType === undefined || !/^[\x20-\x7e]{1,256}$/.test(contentType)) return undefined
  const entry = { body, status, contentType, storedAt, counted }
  const names = isList(dropped) ? dropped.filter(name => typeof name === 'string') : []
  return names.length === 0 ? entry : { ...entry, dropped: names }
}
