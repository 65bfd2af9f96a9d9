// Which headers of a provider's reply reach the client: all but those of the hop and those that only this gateway may
// say, and without those of the body where the gateway wrote it anew (semantics, section 14).
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
/** A redirect of a known endpoint would send clients, and their keys, elsewhere. */
const REPLACED_BODY_HEADERS = new Set([...BODY_HEADERS, 'content-encoding', 'content-type', 'location'])

/** The headers that are meant for the client. `prefix` begins the names of the gateway's own. */
export function withoutHopByHop(headers: Headers, prefix: string): Headers {
  const named = hopNames(headers)
  return withoutNames(
    headers,
    name => !HOP_BY_HOP.has(name) && !name.startsWith(prefix) && named?.has(name) !== true,
  )
}

/** True where the head says how the body ends; otherwise a body that was cut looks like a whole one. */
export const isDelimited = (headers: Headers): boolean =>
  headerValue(headers, 'content-length') !== undefined ||
  headerValue(headers, 'transfer-encoding') !== undefined

/** Headers of a stream that is relayed: something may be added at its end. */
export const streamHeaders = (headers: Headers): Headers =>
  withoutNames(headers, name => !BODY_HEADERS.has(name))

/** Headers of a reply whose body the gateway wrote; the new content type stands first. */
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
