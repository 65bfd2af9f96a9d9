// A reply → what is kept of it, and what others who wait for it are given: the body, and of its headers only what
// belongs to the body. Traces, limits and cookies are the first caller's own.
import { createBody } from '../body/body.ts'
import { encodeJson } from '../body/splice.ts'
import { isStream, type Reply } from '../call.ts'
import { type Headers, headerValue } from '../headers.ts'
import type { Endpoint } from '../providers/adapter.ts'
import type { CacheEntry } from '../state/cache-store.ts'
import type { Folded } from './forms/form.ts'
import { formOf } from './forms/forms.ts'

const JSON_TYPE = 'application/json'

/** The entry of a whole 2xx reply; undefined when it is not the last word of its request. */
export function entryOf(
  { status, headers, body, dropped }: Reply,
  endpoint: Endpoint,
  now: number,
): CacheEntry | undefined {
  if (isStream(body) || formOf(endpoint)?.isFinal(createBody(body)) === false) return undefined
  const contentType = headerValue(headers, 'content-type') ?? JSON_TYPE
  return { body, status, contentType, storedAt: now, counted: true, ...(dropped && { dropped }) }
}

/** The entry of a streamed reply; undefined when what it spells cannot be written. */
export function foldedEntry(
  { reply, counted }: Folded,
  { status, dropped }: Reply,
  now: number,
): CacheEntry | undefined {
  try {
    const body = encodeJson(reply)
    return { body, status, contentType: JSON_TYPE, storedAt: now, counted, ...(dropped && { dropped }) }
  } catch {
    // A list within a list within a list, deeper than a stack.
    return undefined
  }
}

/** When a client may try again: the one thing about a failure that is everybody's. */
const SHARED: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'retry-after-ms',
  'x-ms-retry-after-ms',
  'x-should-retry',
])

/** The headers of a failure that several callers are told of. */
export function sharedHeaders(headers: Headers): Headers {
  const list: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (SHARED.has(name.toLowerCase())) list.push(name, headers[index + 1] ?? '')
  }
  return list
}
