// A request of the page for the gateway: its path below /console/api becomes that of the gateway, and its session the credential. From then
// on it is as if the client had sent it, with the same rights and the same records.
import type { IncomingMessage } from 'node:http'
import { matchControlRoute } from '../control/serve/route-table.ts'
import { PEER_HEADERS } from '../gateway/request-options.ts'
import { servedUrlOf } from '../http/request-head.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import { hasDotSegments } from '../values/path-traversal.ts'
import { CSRF_HEADER } from './sessions.ts'

export interface ForwardedCredential {
  readonly text: string
  readonly isPerson: boolean
}

/** Headers that are of the page and its browser, or would be another credential. */
const REMOVED: ReadonlySet<string> = new Set([
  ...[CSRF_HEADER, 'cookie', 'origin', 'referer', 'dnt', 'upgrade-insecure-requests'],
  ...['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-goog-api-key'],
])

/** The names of the header with a key of the gateway, without the prefix. */
const KEY_NAMES: ReadonlySet<string> = new Set([
  'api-key',
  ...Array.from(PEER_HEADERS).flatMap(([name, meant]) => (meant === 'api-key' ? [name] : [])),
])

const STRANGE_PATH = failure(
  'invalid_request',
  'The path has an empty or a dot segment, or a backslash, so it could lead elsewhere.',
)

/** The path and query of the gateway that a path below /console/api leads to. */
export function forwardedUrl(url: string): string | Failure {
  const forwarded = url.slice('/console/api'.length)
  const [path = ''] = forwarded.split('?', 1)
  return hasDotSegments(path) || /\/\/|\\|%5c/i.test(path) ? STRANGE_PATH : forwarded
}

/** Whether a request changes nothing and calls no model. */
export function isRead(method: string, url: string): boolean {
  const [pathname = ''] = servedUrlOf(url).split('?', 1)
  const isGet = method === 'GET' || method === 'HEAD'
  if (!pathname.startsWith('/v1/')) return isGet && READ_PATHS.has(pathname)
  const path = pathname.slice('/v1'.length)
  if (isGet && /^\/models(?:\/|$)/.test(path)) return true
  const route = matchControlRoute(method, path)
  if (route === undefined || route === 'unknown' || !('fact' in route)) return false
  return (route.fact.effect ?? (isGet ? 'read' : 'change')) === 'read'
}

const READ_PATHS: ReadonlySet<string> = new Set(['/openapi.json', '/healthz', '/readyz'])

/** Makes the request one to the gateway itself. */
export function forwardRequest(
  request: IncomingMessage,
  url: string,
  prefix: string,
  credential: ForwardedCredential | undefined,
): void {
  const { method = 'GET', headers, rawHeaders } = request
  const list: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const lower = name.toLowerCase()
    if (isRemoved(lower, prefix)) delete headers[lower]
    else list.push(name, rawHeaders[index + 1] ?? '')
  }
  list.push(...credentialHeaders(method, url, prefix, credential))
  request.url = url
  request.rawHeaders = list
}

const isRemoved = (name: string, prefix: string): boolean =>
  REMOVED.has(name) ||
  name.startsWith('sec-') ||
  (name.startsWith(prefix) && KEY_NAMES.has(name.slice(prefix.length)))

/** Tokens of people are for saved resources and MCP; where calls take no key, the gateway would send them on to a provider. */
function credentialHeaders(
  method: string,
  url: string,
  prefix: string,
  credential: ForwardedCredential | undefined,
): Headers {
  if (credential === undefined) return []
  if (!credential.isPerson) return [`${prefix}api-key`, credential.text]
  const [pathname = ''] = servedUrlOf(url).split('?', 1)
  const path = pathname.slice('/v1'.length)
  return path.startsWith('/mcp/') || matchControlRoute(method, path) !== undefined
    ? ['authorization', `Bearer ${credential.text}`]
    : []
}
