// Headers as a flat list `[name, value, name, value, ...]`, as sockets read and write them: order and duplicates are
// preserved, and nothing is allocated per request. Names are compared case-insensitively. Response headers of a provider
// are filtered: hop-by-hop and gateway headers are removed, and body headers where the gateway rewrote the body
// (semantics, section 14).

export type Headers = readonly string[]

/** Asks for a reply without a content coding: most replies are read. */
export const IDENTITY: Headers = ['accept-encoding', 'identity']

/** The first value of a header, or undefined. `name` is lower-case. */
export function headerValue(headers: Headers, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const candidate = headers[index]
    if (candidate !== undefined && candidate.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1]
    }
  }
  return undefined
}

/**
 * The names listed in `Connection`, lower-case: hop-by-hop headers. Undefined for the common case of only `close` or
 * `keep-alive`.
 */
export function hopNames(headers: Headers): ReadonlySet<string> | undefined {
  const value = headerValue(headers, 'connection')
  if (value === undefined || /^(close|keep-alive)$/i.test(value)) return undefined
  const names = new Set<string>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'connection') continue
    for (const name of (headers[index + 1] ?? '').split(',')) names.add(name.trim().toLowerCase())
  }
  return names
}

/** True for `text/event-stream`. */
export const isEventStream = (headers: Headers): boolean =>
  headerValue(headers, 'content-type')?.toLowerCase().startsWith('text/event-stream') === true

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

/** Whether a hop-by-hop header has a name of this length: most others need no lower-casing. */
const HOP_LENGTHS: readonly boolean[] = Array.from({ length: 32 }, (_, length) =>
  [...HOP_BY_HOP].some(name => name.length === length),
)

/** Removes hop-by-hop headers and headers that start with the gateway `prefix`, which is lower-case. */
export function withoutHopByHop(headers: Headers, prefix: string): Headers {
  const named = hopNames(headers)
  if (named !== undefined)
    return withoutNames(
      headers,
      name => !HOP_BY_HOP.has(name) && !name.startsWith(prefix) && !named.has(name),
    )
  const list: string[] = []
  const start = prefix.charCodeAt(0)
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (HOP_LENGTHS[name.length] === true && HOP_BY_HOP.has(name.toLowerCase())) continue
    if ((name.charCodeAt(0) | 0x20) === start && name.toLowerCase().startsWith(prefix)) continue
    list.push(name, headers[index + 1] ?? '')
  }
  return list
}

/** True when the head delimits the body; otherwise a truncated body looks complete. */
export const isDelimited = (headers: Headers): boolean =>
  headerValue(headers, 'content-length') !== undefined ||
  headerValue(headers, 'transfer-encoding') !== undefined

/** Headers of a relayed stream, without body length and digest: events may be appended. */
export const streamHeaders = (headers: Headers): Headers =>
  withoutNames(headers, name => !BODY_HEADERS.has(name))

/** Headers of a reply whose content coding the gateway removed. */
export const decodedHeaders = (headers: Headers): Headers =>
  withoutNames(headers, name => !BODY_HEADERS.has(name) && name !== 'content-encoding')

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
