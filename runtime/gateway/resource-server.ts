// The gateway as an OAuth 2.1 resource server: where clients of MCP find out which tokens are accepted (RFC 9728), and what replies
// without one say. All addresses are those of public_url; the host that a client names is never trusted.
import type { Gateway } from '../../schemas/generated/types.ts'
import { encodeJson } from '../values/body/splice.ts'
import type { Reply } from '../values/call.ts'
import { CLIENT_PATH, clientDocument } from '../values/client-document.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import type { Headers } from '../values/headers.ts'

export interface ResourceServer {
  /** The document of a well-known path; undefined for every other path. */
  readonly document: (
    pathname: string,
  ) => (Pick<Reply, 'status' | 'headers'> & { readonly body: Uint8Array }) | undefined
  /** Headers that a reply to a request for an MCP server has besides its own. */
  readonly challenge: (pathname: string, reply: Pick<Reply, 'status' | 'failure'>) => Headers
  /** The audiences of which one must be that of a token for an entry. */
  readonly audiences: (entry: string) => readonly string[]
}

/** Where `portolan login` finds the issuer that people sign in with. */
const SIGN_IN = '/.well-known/portolan-sign-in'
const WELL_KNOWN = '/.well-known/oauth-protected-resource'
/** The path of an MCP server, whether it exists or not: the document does not reveal which servers exist. */
const ENTRY_PATH = /^\/mcp\/((?:v\/)?[a-z0-9][a-z0-9_-]{0,49})\/?$/

/** What a command line needs to sign a person in; undefined if the manifest names no client for it. */
function signInDocument(signIn: Gateway['signIn'] | undefined): Uint8Array | undefined {
  const { issuer, clientId, scopes = [] } = signIn ?? {}
  return clientId === undefined ? undefined : encodeJson({ issuer, client_id: clientId, scopes })
}

/** Undefined where the gateway does not know its own URL, and no command line signs people in. */
export function linkResourceServer({
  signIn,
  publicUrl,
  mcp,
}: Pick<Gateway, 'signIn' | 'publicUrl' | 'mcp'>): ResourceServer | undefined {
  const signInBody = signInDocument(signIn)
  const signInReply = signInBody && { status: 200, headers: PUBLIC, body: signInBody }
  if (publicUrl === undefined)
    return (
      signInReply && {
        document: pathname => (pathname === SIGN_IN ? signInReply : undefined),
        challenge: () => NONE,
        audiences: () => [],
      }
    )
  const scopes = [...new Set([...(signIn?.scopes ?? []), ...(mcp?.tokenScopes ?? [])])]
  const documentOf = (resource: string): Uint8Array =>
    encodeJson({
      resource,
      authorization_servers: signIn === undefined ? [] : [signIn.issuer],
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
    })
  const entryOf = (pathname: string): string | undefined => ENTRY_PATH.exec(pathname)?.[1]
  const parameterOf = (names: readonly string[]): string =>
    names.length === 0 ? '' : `, scope="${names.join(' ')}"`
  const scope = parameterOf(scopes)
  return {
    document: pathname => {
      if (pathname === SIGN_IN) return signInReply
      if (pathname === CLIENT_PATH)
        return { status: 200, headers: PUBLIC, body: encodeJson(clientDocument(publicUrl)) }
      if (signIn === undefined || !pathname.startsWith(WELL_KNOWN)) return undefined
      const path = pathname.slice(WELL_KNOWN.length)
      const entry = entryOf(path)
      if (path !== '' && entry === undefined) return undefined
      const body = documentOf(entry === undefined ? publicUrl : `${publicUrl}/mcp/${entry}`)
      return { status: 200, headers: PUBLIC, body }
    },
    challenge: (pathname, { status, failure }) => {
      if ((status !== 401 && failure?.code !== 'insufficient_scope') || !pathname.startsWith('/mcp/'))
        return NONE
      const entry = entryOf(pathname)
      const metadata = `resource_metadata="${publicUrl}${WELL_KNOWN}${entry === undefined ? '' : `/mcp/${entry}`}"`
      const error =
        failure?.code === 'insufficient_scope'
          ? 'error="insufficient_scope", '
          : failure?.code === 'invalid_api_key'
            ? 'error="invalid_token", '
            : ''
      return [
        'www-authenticate',
        `Bearer ${error}${metadata}${failure?.scopes === undefined ? scope : parameterOf(failure.scopes)}`,
      ]
    },
    audiences: entry => [`${publicUrl}/mcp/${entry}`, publicUrl],
  }
}

/** A client that may read it may cache it for a while; it contains nothing secret. */
const PUBLIC: Headers = [...JSON_HEADERS, 'cache-control', 'public, max-age=300']
const NONE: Headers = []
