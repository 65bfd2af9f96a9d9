// Responds from a cache entry, streamed or not, as requested. A non-streamed hit is the stored bytes: nothing is parsed.

import { asObject, isObject, parseJson } from '../../schemas/values/json.ts'
import type { CacheEntry } from '../state/cache-store.ts'
import { streamFromBytes } from '../values/byte-stream.ts'
import type { CacheStatus, Call, Reply } from '../values/call.ts'
import { streamFormatOf } from './stream-formats/stream-formats.ts'

const STREAM_HEADERS: readonly string[] = ['content-type', 'text/event-stream', 'cache-control', 'no-cache']
const decoder = new TextDecoder('utf-8')

/** Undefined when the entry cannot serve this call: it lacks usage, or cannot be converted to a stream. */
export function respondFromCache(
  call: Call,
  entry: CacheEntry,
  provider: string,
  target: string,
  status: CacheStatus,
): Reply | undefined {
  const { dropped } = entry
  const hit = {
    ...{ status: entry.status, target, provider, retries: 0, cache: status },
    ...(dropped && { dropped }),
  }
  const format = call.stream && call.endpoint !== undefined ? streamFormatOf(call.endpoint) : undefined
  if (format === undefined) {
    if (!entry.counted) return undefined
    return { ...hit, headers: ['content-type', entry.contentType], body: entry.body }
  }
  const includeUsage = asObject(call.body.field('stream_options'))['include_usage'] === true
  if (includeUsage && !entry.counted) return undefined
  const cached = parseJson(decoder.decode(entry.body))
  const events = isObject(cached) ? format.toEvents(cached, includeUsage) : undefined
  return events && { ...hit, headers: STREAM_HEADERS, body: streamFromBytes(events) }
}
