// A reply → its cache entry, which is also what callers waiting for it receive: the body and only the headers that
// describe it. Traces, rate limits and cookies belong to the first caller.

import type { CacheEntry } from '../state/cache-store.ts'
import type { Endpoint } from '../values/adapter.ts'
import { createBody } from '../values/body/body.ts'
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { AggregatedReply } from './stream-formats/stream-format.ts'
import { streamFormatOf } from './stream-formats/stream-formats.ts'

const JSON_TYPE = 'application/json'

/** The entry of a non-streamed 2xx reply; undefined when the reply is not final. */
export function toCacheEntry(
  { status, headers, body, dropped }: Reply,
  endpoint: Endpoint,
  now: number,
): CacheEntry | undefined {
  if (isStream(body) || streamFormatOf(endpoint)?.isFinal(createBody(body)) === false) return undefined
  const contentType = headerValue(headers, 'content-type') ?? JSON_TYPE
  return { body, status, contentType, storedAt: now, counted: true, ...(dropped && { dropped }) }
}

/** The entry of a streamed reply; undefined when it cannot be serialized. */
export function entryFromStream(
  { reply, hasUsage }: AggregatedReply,
  { status, dropped }: Reply,
  now: number,
): CacheEntry | undefined {
  try {
    const body = encodeJson(reply)
    return {
      body,
      status,
      contentType: JSON_TYPE,
      storedAt: now,
      counted: hasUsage,
      ...(dropped && { dropped }),
    }
  } catch {
    // Nested deeper than the stack allows.
    return undefined
  }
}

/** Retry headers: the only headers of a failure that concern all callers. */
const SHARED_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'retry-after-ms',
  'x-ms-retry-after-ms',
  'x-should-retry',
])

/** The headers of a failure that is shared between callers. */
export function sharedHeaders(headers: Headers): Headers {
  const list: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (SHARED_HEADERS.has(name.toLowerCase())) list.push(name, headers[index + 1] ?? '')
  }
  return list
}
