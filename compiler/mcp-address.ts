// Where an MCP server may be and which headers it may get, whoever describes it: the manifest, or the body of a request.
import { looksLikeReference } from './secret.ts'

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers that the protocol or the connection sets. */
const GATEWAY_HEADER =
  /^(?:accept|connection|content-(?:length|type|encoding)|host|keep-alive|last-event-id|mcp-.*|origin|te|trailer|transfer-encoding|upgrade)$/i

export const isHeaderName = (name: string): boolean => HEADER_NAME.test(name)

/** Whether the gateway sets a header of requests to MCP servers itself. */
export const isSetByGateway = (name: string): boolean => GATEWAY_HEADER.test(name)

/** Why a URL is none of a server, without quoting it, since it may contain a password; undefined where it is one. */
export function mcpUrlFault(text: string): string | undefined {
  if (looksLikeReference(text)) return 'it contains a reference, which is not resolved here'
  if (!URL.canParse(text)) return 'it is not a URL of the form https://host/path'
  const { protocol, username, password, hash } = new URL(text)
  if (protocol === 'stdio:' || protocol === 'file:')
    return 'servers that talk through stdio are not supported, only those of the streamable HTTP transport'
  if (protocol !== 'https:' && protocol !== 'http:')
    return `it must start with https:// or http://, not ${protocol}`
  if (username !== '' || password !== '') return 'it must not contain a user name or password; use headers'
  return hash === '' ? undefined : 'it must not have a fragment'
}
