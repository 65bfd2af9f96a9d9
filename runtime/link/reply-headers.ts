// Which headers of a provider's reply reach the client: all but those of the hop, and those of the body where the
// gateway wrote it anew (semantics, section 14).
import type { Headers } from '../headers.ts'

const HOP = new Set([
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
const OF_THE_BODY = new Set([
  'content-length',
  'content-encoding',
  'content-type',
  'content-md5',
  'digest',
  'etag',
])

/** Headers of a reply whose body passes as it came. */
export const untouchedHeaders = (headers: Headers): Headers => without(headers, HOP)

/** Headers of a reply whose body the gateway wrote; the new content type stands first. */
export const rewrittenHeaders = (headers: Headers, contentType: string): Headers => [
  'content-type',
  contentType,
  ...without(headers, HOP, OF_THE_BODY),
]

function without(headers: Headers, first: ReadonlySet<string>, second?: ReadonlySet<string>): Headers {
  const kept: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const lower = name.toLowerCase()
    if (!first.has(lower) && !second?.has(lower)) kept.push(name, headers[index + 1] ?? '')
  }
  return kept
}
