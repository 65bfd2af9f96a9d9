// Authenticates to a server with an account of the gateway's own (client credentials): one token for all callers, renewed before it
// ends, and when the server refuses it. While it cannot be renewed, it is used until it ends.
import type { McpUpstreamAuth } from '../../mcp/upstream/server-address.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Clock } from '../../values/ports.ts'
import type { CallAuthority } from './call-authority.ts'
import { discoverAuthority } from './discover-authority.ts'
import type { OAuthServer } from './oauth-server.ts'
import { createRenewBackoff } from './renew-backoff.ts'
import type { ReportRefusal } from './report-refusals.ts'
import {
  createOAuthClient,
  isTokenFault,
  requestTokens,
  type TokenResult,
  type Tokens,
} from './request-tokens.ts'

const RENEW_AHEAD = 60_000
/** Milliseconds for which a token is used whose end the server does not say. */
const UNKNOWN_LIFETIME = 300_000
/** Milliseconds between two tokens: a server that refuses every token does not cause requests without end. */
const PAUSE = 10_000

export interface ServiceAuthParts {
  readonly call: CallAuthority
  readonly clock: Clock
  readonly report: ReportRefusal
}

export function createServiceAuth(
  server: OAuthServer,
  { call, clock, report }: ServiceAuthParts,
): McpUpstreamAuth {
  const { slug } = server
  const backoff = createRenewBackoff(clock)
  let current: { readonly tokens: Tokens; readonly at: number } | undefined
  let pending: Promise<Tokens | Failure> | undefined

  const request = async (): Promise<TokenResult | Failure> => {
    const { clientId = '', tokenUrl, scopes } = server
    const secret = server.clientSecret()
    if (secret === undefined)
      return failure('secret_unavailable', `The secret of the MCP server "${slug}" cannot be read now.`)
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
    return await requestTokens(server, endpoint, client, form, { call, now: clock.now })
  }
  const renewOnce = async (): Promise<Tokens | Failure> => {
    const waiting = backoff.waiting(slug)
    if (waiting !== undefined) return waiting.failure
    const issued = await request()
    if (isFailure(issued)) return issued
    if (isTokenFault(issued)) {
      // No person has granted anything here: whatever is refused is the operator's.
      const fault = issued.refusal === 'ended' ? { ...issued, refusal: 'operator' as const } : issued
      backoff.failed(slug, fault)
      report(slug, fault)
      return fault.failure
    }
    backoff.succeeded(slug)
    current = { tokens: issued, at: clock.monotonic() }
    return issued
  }
  const renew = (): Promise<Tokens | Failure> => {
    pending ??= renewOnce().finally(() => {
      pending = undefined
    })
    return pending
  }
  /** Milliseconds until the token ends, as far as that is known. */
  const remaining = (): number => {
    if (current === undefined) return 0
    const { tokens, at } = current
    return tokens.expiresAt === undefined
      ? at + UNKNOWN_LIFETIME - clock.monotonic()
      : tokens.expiresAt - clock.now()
  }
  const isFresh = (): boolean => remaining() > (current?.tokens.expiresAt === undefined ? 0 : RENEW_AHEAD)
  return {
    perSubject: false,
    headers: async () => {
      const renewed = current !== undefined && isFresh() ? current.tokens : await renew()
      const tokens = isFailure(renewed) && remaining() > 0 ? current?.tokens : renewed
      if (tokens === undefined || isFailure(tokens)) return tokens ?? noToken(slug)
      return ['authorization', `Bearer ${tokens.access}`]
    },
    renew: async () => {
      if (current !== undefined && clock.monotonic() - current.at < PAUSE) return false
      return !isFailure(await renew())
    },
  }
}

const noToken = (slug: string): Failure =>
  failure('connection_failed', `The MCP server "${slug}" cannot be authenticated to: it has no token.`)
