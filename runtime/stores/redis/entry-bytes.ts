// A kept reply as one value: a line of JSON that says what follows, then the body as it is. Whatever else lies under a
// key is no entry: values may be cut, older, or somebody else's.
import { concatenate } from '../../body/concatenate.ts'
import { encodeJson } from '../../body/splice.ts'
import { asText, isList, isObject, parseJson } from '../../providers/wire/json.ts'
import type { CacheEntry } from '../../state/cache-store.ts'

/** Of the line and the keys: another one reads nothing of what this one wrote. */
export const FORMAT = 1

const LINE_END = 0x0a
/** A longer line is none of ours. */
const LONGEST_LINE = 16_384
const decoder = new TextDecoder('utf-8')

export function encodeEntry({ body, ...about }: CacheEntry): Uint8Array {
  const line = encodeJson({ format: FORMAT, bytes: body.length, ...about })
  return concatenate([line, new Uint8Array([LINE_END]), body])
}

export function decodeEntry(value: Uint8Array): CacheEntry | undefined {
  const end = value.subarray(0, LONGEST_LINE).indexOf(LINE_END)
  const about = end < 0 ? undefined : parseJson(decoder.decode(value.subarray(0, end)))
  if (!isObject(about) || about['format'] !== FORMAT) return undefined
  const body = value.subarray(end + 1)
  const { bytes, status, storedAt, counted, dropped } = about
  const contentType = asText(about['contentType'])
  if (bytes !== body.length || typeof storedAt !== 'number' || typeof counted !== 'boolean') return undefined
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 299)
    return undefined
  if (contentType === undefined || !/^[\x20-\x7e]{1,256}$/.test(contentType)) return undefined
  const entry = { body, status, contentType, storedAt, counted }
  const names = isList(dropped) ? dropped.filter(name => typeof name === 'string') : []
  return names.length === 0 ? entry : { ...entry, dropped: names }
}
