// Authenticates to a server with an account of the gateway's own (client credentials): one token for all callers, renewed before it
// ends, and anew where the server refuses it.
import type { McpUpstreamAuth } from '../../mcp/upstream/server-address.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Clock } from '../../values/ports.ts'
import type { CallAuthority } from './call-authority.ts'
import { discoverAuthority } from './discover-authority.ts'
import type { OAuthServer } from './oauth-server.ts'
import { createOAuthClient, requestTokens, type Tokens } from './request-tokens.ts'

const RENEW_AHEAD = 60_000
/** Milliseconds for which a token is used whose end the server does not say. */
const UNKNOWN_LIFETIME = 300_000
/** Milliseconds between two tokens: a server that refuses every token does not make the gateway ask without end. */
const PAUSE = 10_000

export function createServiceAuth(
  server: OAuthServer,
  { call, clock }: { readonly call: CallAuthority; readonly clock: Clock },
): McpUpstreamAuth {
  let current: { readonly tokens: Tokens; readonly at: number } | undefined
  let asking: Promise<Tokens | Failure> | undefined
  const refused = (reason: string): Failure =>
    failure('connection_failed', `The MCP server "${server.slug}" cannot be authenticated to: ${reason}`)

  const request = async (): Promise<Tokens | Failure> => {
    const { clientId = '', tokenUrl, scopes } = server
    const secret = server.clientSecret()
    if (secret === undefined)
      return failure(
        'secret_unavailable',
        `The secret of the MCP server "${server.slug}" cannot be read now.`,
      )
    const authority = tokenUrl === undefined ? await discoverAuthority(server, call) : undefined
    if (isFailure(authority)) return authority
    const client = createOAuthClient(clientId, secret, authority?.authMethods ?? [])
    const wanted = authority?.scopes ?? scopes
    const form = {
      grant_type: 'client_credentials',
      ...(wanted.length > 0 && { scope: wanted.join(' ') }),
      resource: authority?.resource ?? server.url,
    }
    const endpoint = tokenUrl ?? authority?.tokenEndpoint ?? ''
    const issued = await requestTokens(server, endpoint, client, form, { call, now: clock.now })
    if (!isFailure(issued) && 'invalid' in issued)
      return refused(`its authorization server answered ${issued.invalid}.`)
    return issued
  }
  const ask = (): Promise<Tokens | Failure> => {
    asking ??= request().then(tokens => {
      asking = undefined
      if (!isFailure(tokens)) current = { tokens, at: clock.monotonic() }
      return tokens
    })
    return asking
  }
  const isFresh = (): boolean => {
    if (current === undefined) return false
    const { tokens, at } = current
    return tokens.expiresAt === undefined
      ? clock.monotonic() - at < UNKNOWN_LIFETIME
      : tokens.expiresAt - RENEW_AHEAD > clock.now()
  }
  return {
    perSubject: false,
    headers: async () => {
      const tokens = isFresh() ? current?.tokens : await ask()
      if (tokens === undefined || isFailure(tokens)) return tokens ?? refused('it has no token.')
      return ['authorization', `Bearer ${tokens.access}`]
    },
    renew: async () => {
      if (current !== undefined && clock.monotonic() - current.at < PAUSE) return false
      return !isFailure(await ask())
    },
  }
}
