// The target of a request: its host and path, and the path below the base URL that it stands for.
import { azureUrl } from '../values/azure-url.ts'
import { geminiUrl } from '../values/gemini-path.ts'
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

/** Paths outside of the base URL: MCP servers and agents. */
const SERVERS = /^\/(?:mcp|agents)\//
/** The one resource of the second version of the interface. */
const CONNECTIONS = /^\/v2\/mcp-servers\/[^/?]+\/connections(?:$|\?)/

/** The URL below the base path: that of the request, or the one that it stands for. Unknown URLs are unchanged. */
export const servedUrlOf = (url: string): string =>
  url.startsWith(BELOW_BASE)
    ? url
    : (azureUrl(url) ??
      geminiUrl(url) ??
      scimUrl(url) ??
      (SERVERS.test(url) || CONNECTIONS.test(url) ? BASE + url : url))
