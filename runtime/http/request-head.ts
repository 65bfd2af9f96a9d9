// The head of a request: its target with host and path, the path below the base URL that it maps to, and heads that are ambiguous.
import { azureUrl } from '../values/azure-url.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import { geminiUrl } from '../values/gemini-path.ts'
import type { Headers } from '../values/headers.ts'
import { scimUrl } from '../values/scim-url.ts'

export const BASE = '/v1'
export const BELOW_BASE = `${BASE}/`

/** The host of a request target in absolute form (RFC 9112, section 3.2.2). */
export const authorityOf = (url: string): string | undefined =>
  url.startsWith('/') ? undefined : /^https?:\/\/([^/?]*)/i.exec(url)?.[1]

/** The path of a request target in absolute form: `http://host/path`. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const remainder = /^https?:\/\/[^/?]*(.*)$/i.exec(url)?.[1]
  return remainder === undefined ? url : remainder.startsWith('/') ? remainder : `/${remainder}`
}

/** Paths of a vendor's own API that `entrances/` may serve; those of the gateway itself and unusual spellings are not. */
export const ENTRANCE =
  /^\/(?:v1(?:beta|alpha)?\/(?:models\/)?(?:@|%40)|v1\/(?:projects|publishers)\/|(?!v1\/|v1beta\/|v1alpha\/|v2\/|mcp\/|agents\/|scim\/|upload\/|ws\/)[a-z0-9][a-z0-9.-]*\/)/

/** Paths of OpenAI's API that clients write at the root. */
const ROOT =
  /^\/(?:chat\/completions|completions|embeddings|rerank|moderations|responses|messages|audio|images|models|files|batches|fine_tuning|realtime|threads|assistants|vector_stores|uploads|conversations|containers|videos|evals)(?=[/?]|$)/

/** The URL without empty segments in its path, as base URLs that end with a slash have them. */
export function withoutEmptySegments(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length)
}

/** Paths outside of the base URL: MCP servers and agents. */
const SERVERS = /^\/(?:mcp|agents)\//
/** The one resource of the second version of the interface. */
const CONNECTIONS = /^\/v2\/mcp-servers\/[^/?]+\/connections(?:$|\?)/

/** The URL below the base path: that of the request, or the one that it maps to. Unknown URLs are unchanged. */
export const servedUrlOf = (url: string): string =>
  url.startsWith(BELOW_BASE)
    ? url
    : (azureUrl(url) ??
      geminiUrl(url) ??
      scimUrl(url) ??
      (SERVERS.test(url) || CONNECTIONS.test(url) || ROOT.test(url) ? BASE + url : url))

/**
 * Requests with an ambiguous Host (RFC 9112, section 3.2), and those with a transfer coding other than `chunked`, which others on
 * the way may delimit differently (section 6.1), are rejected with or without API keys.
 */
export function rejectAmbiguousHead(headers: Headers, version: string): Failure | undefined {
  let hosts = 0
  let codings: string | undefined
  for (let index = 0; index < headers.length; index += 2) {
    const { length } = headers[index] ?? ''
    if (length !== HOST.length && length !== TRANSFER_ENCODING.length) continue
    const name = headers[index]?.toLowerCase()
    if (name === HOST) hosts += 1
    else if (name === TRANSFER_ENCODING)
      codings = codings === undefined ? (headers[index + 1] ?? '') : `${codings}, ${headers[index + 1]}`
  }
  if (hosts > 1) return failure('invalid_request', 'The request has more than one Host header.')
  if (hosts === 0 && version === '1.1') return failure('invalid_request', 'The request has no Host header.')
  if (codings === undefined || codings.trim().toLowerCase() === 'chunked') return undefined
  return failure(
    'not_implemented',
    `The transfer coding ${quoted(codings)} is not supported: the only one of a request is "chunked".`,
  )
}

const HOST = 'host'
const TRANSFER_ENCODING = 'transfer-encoding'
