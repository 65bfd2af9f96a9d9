// Where MCP servers and agents may be and which headers they may get, no matter where they are described: in the manifest, or the body of a
// request.
import { looksLikeReference } from './secret.ts'

/** What one protocol requires of addresses in addition to HTTP. */
export interface AddressRules {
  /** What is refused with a sentence of its own, by the scheme of the URL. */
  readonly schemes: Readonly<Record<string, string>>
  /** Headers that the protocol sets. */
  readonly headers: RegExp
}

const NO_STDIO =
  'servers that talk through stdio are not supported, only those of the streamable HTTP transport'

export const MCP_ADDRESS: AddressRules = {
  schemes: { 'stdio:': NO_STDIO, 'file:': NO_STDIO },
  headers: /^(?:last-event-id|mcp-.*)$/i,
}

const NO_GRPC = 'gRPC is not supported, only JSON-RPC and HTTP+JSON'

export const AGENT_ADDRESS: AddressRules = {
  schemes: { 'grpc:': NO_GRPC, 'grpcs:': NO_GRPC },
  headers: /^(?:x-)?a2a-.*$/i,
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers that the connection sets. */
const CONNECTION_HEADER =
  /^(?:accept|connection|content-(?:length|type|encoding)|host|keep-alive|origin|te|trailer|transfer-encoding|upgrade)$/i

export const isHeaderName = (name: string): boolean => HEADER_NAME.test(name)

/** Whether the gateway sets a header of requests to such servers itself. */
export const isSetByGateway = (name: string, { headers }: AddressRules): boolean =>
  CONNECTION_HEADER.test(name) || headers.test(name)

/** Why a URL is none of such a server, without quoting it, since it may contain a password; undefined where it is one. */
export function serverUrlFault(text: string, { schemes }: AddressRules): string | undefined {
  if (looksLikeReference(text)) return 'it contains a reference, which is not resolved here'
  if (!URL.canParse(text)) return 'it is not a URL of the form https://host/path'
  const { protocol, username, password, hash } = new URL(text)
  if (Object.hasOwn(schemes, protocol)) return schemes[protocol]
  if (protocol !== 'https:' && protocol !== 'http:')
    return `it must start with https:// or http://, not ${protocol}`
  if (username !== '' || password !== '') return 'it must not contain a user name or password; use headers'
  return hash === '' ? undefined : 'it must not have a fragment'
}
