// Filters response headers of a provider: hop-by-hop and gateway headers are removed, and body headers where the
// gateway rewrote the body (semantics, section 14).
import { type Headers, headerValue, hopNames } from './headers.ts'

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
])
const BODY_HEADERS = new Set(['content-length', 'content-md5', 'digest', 'etag'])
/** `location` is included: a redirect would send clients, and their keys, elsewhere. */
const REPLACED_BODY_HEADERS = new Set([...BODY_HEADERS, 'content-encoding', 'content-type', 'location'])

/** Removes hop-by-hop headers and headers that start with the gateway `prefix`. */
export function withoutHopByHop(headers: Headers, prefix: string): Headers {
  const named = hopNames(headers)
  return withoutNames(
    headers,
    name => !HOP_BY_HOP.has(name) && !name.startsWith(prefix) && named?.has(name) !== true,
  )
}

/** True when the head delimits the body; otherwise a truncated body looks complete. */
export const isDelimited = (headers: Headers): boolean =>
  headerValue(headers, 'content-length') !== undefined ||
  headerValue(headers, 'transfer-encoding') !== undefined

/** Headers of a relayed stream, without body length and digest: events may be appended. */
export const streamHeaders = (headers: Headers): Headers =>
  withoutNames(headers, name => !BODY_HEADERS.has(name))

/** Headers of a reply whose body the gateway wrote; the new content type comes first. */
export const rewrittenHeaders = (headers: Headers, contentType: string): Headers => [
  'content-type',
  contentType,
  ...withoutNames(headers, name => !REPLACED_BODY_HEADERS.has(name)),
]

function withoutNames(headers: Headers, wanted: (name: string) => boolean): string[] {
  const list: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (wanted(name.toLowerCase())) list.push(name, headers[index + 1] ?? '')
  }
  return list
}
