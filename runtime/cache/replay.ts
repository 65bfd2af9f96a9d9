// Responds from a cache entry, streamed or not, as requested. A non-streamed hit is the stored bytes: nothing is parsed.
import type { CacheStatus, Call, Reply } from '../call.ts'
import { asObject, isObject, parseJson } from '../providers/wire/json.ts'
import type { CacheEntry } from '../state/cache-store.ts'
import { streamOf } from '../streams/of-bytes.ts'
import { formOf } from './forms/forms.ts'

const STREAM_HEADERS: readonly string[] = ['content-type', 'text/event-stream', 'cache-control', 'no-cache']
const decoder = new TextDecoder('utf-8')

/** Undefined when the entry cannot serve this call: it lacks usage, or cannot be converted to a stream. */
export function replay(
  call: Call,
  entry: CacheEntry,
  provider: string,
  at: string,
  status: CacheStatus,
): Reply | undefined {
  const { dropped } = entry
  const hit = {
    ...{ status: entry.status, at, provider, retries: 0, cache: status },
    ...(dropped && { dropped }),
  }
  const form = call.stream && call.endpoint !== undefined ? formOf(call.endpoint) : undefined
  if (form === undefined) {
    if (!entry.counted) return undefined
    return { ...hit, headers: ['content-type', entry.contentType], body: entry.body }
  }
  const usageAsked = asObject(call.body.field('stream_options'))['include_usage'] === true
  if (usageAsked && !entry.counted) return undefined
  const whole = parseJson(decoder.decode(entry.body))
  const pieces = isObject(whole) ? form.unfold(whole, usageAsked) : undefined
  return pieces && { ...hit, headers: STREAM_HEADERS, body: streamOf(pieces) }
}
