// Requests to the token endpoint: a code, a refresh token or the credential of the gateway for an access token, and revocation. Why none was
// issued is in the words of those who can act on it: the caller waits and retries, the person connects again, or the operator
// corrects a setting.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import { retryAfter } from '../../values/retry-after.ts'
import { classifyTokenRefusal, type TokenRefusal } from '../../values/token-refusal.ts'
import type { AuthorityReply, CallAuthority } from './call-authority.ts'
import type { OAuthServer } from './oauth-server.ts'

/** The client that the gateway is at an authorization server. */
export interface OAuthClient {
  readonly id: string
  readonly secret: string | undefined
  /** Whether the secret goes into the body. */
  readonly posts: boolean
}

export interface Tokens {
  readonly access: string
  readonly refresh: string | undefined
  /** Milliseconds since 1970; undefined where the server does not say. */
  readonly expiresAt: number | undefined
  readonly scope: string | undefined
}

/** How a client authenticates: in the body or, where the server takes that too, as RFC 6749 prefers. */
export const createOAuthClient = (
  id: string,
  secret: string | undefined,
  methods: readonly string[],
): OAuthClient => ({
  id,
  secret,
  posts: methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
})

function authenticated(
  { id, secret, posts }: OAuthClient,
  form: Readonly<Record<string, string>>,
): { readonly form: Readonly<Record<string, string>>; readonly headers: Headers } {
  if (secret === undefined) return { form: { ...form, client_id: id }, headers: [] }
  if (posts) return { form: { ...form, client_id: id, client_secret: secret }, headers: [] }
  const encoded = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2)
  return { form, headers: ['authorization', `Basic ${btoa(`${encoded(id)}:${encoded(secret)}`)}`] }
}

export type TokenResult = Tokens | TokenFault

export const isTokenFault = (result: TokenResult): result is TokenFault => 'refusal' in result

export interface TokenCall {
  readonly call: CallAuthority
  readonly now: () => number
  /** Milliseconds until the authorization server counts as unreachable; by default those of all its requests. */
  readonly timeout?: number
}

export async function requestTokens(
  server: OAuthServer,
  endpoint: string,
  client: OAuthClient,
  form: Readonly<Record<string, string>>,
  { call, now, timeout }: TokenCall,
): Promise<TokenResult> {
  const reply = await call(server, {
    url: endpoint,
    ...authenticated(client, form),
    ...(timeout !== undefined && { timeout }),
  })
  if (isFailure(reply)) return unreachedAuthority(reply)
  return readTokens(reply.status, reply.json, now()) ?? refusedToken(server.slug, reply, now())
}

/** A token that could be sent in a header. */
const SENDABLE = /^[\x21-\x7e]{1,16384}$/

function readTokens(status: number, json: JsonObject, now: number): Tokens | undefined {
  const access = asText(json['access_token'])
  const type = asText(json['token_type']) ?? ''
  if (status !== 200 || access === undefined || !SENDABLE.test(access) || type.toLowerCase() !== 'bearer')
    return undefined
  const lifetime = Number(json['expires_in'])
  return {
    access,
    refresh: asText(json['refresh_token']),
    expiresAt: Number.isFinite(lifetime) && lifetime > 0 ? now + lifetime * 1000 : undefined,
    scope: asText(json['scope']),
  }
}

/** RFC 7009; whether it worked. */
export async function revokeToken(
  server: OAuthServer,
  endpoint: string,
  client: OAuthClient,
  token: string,
  call: CallAuthority,
): Promise<boolean> {
  const reply = await call(server, { url: endpoint, ...authenticated(client, { token }) })
  return !isFailure(reply) && reply.status === 200
}

export interface TokenFault {
  readonly refusal: TokenRefusal
  /** The error code of the authorization server, its status, or the code of a failure. */
  readonly cause: string
  /** Milliseconds for which the server wants no requests. */
  readonly retryAfter: number | undefined
  readonly failure: Failure
}

/** Error codes are those of a remote party: others than simple words are not repeated. */
const SIMPLE = /^[\w. -]{1,64}$/

/** A reply that contains no usable token. */
export function refusedToken(slug: string, reply: AuthorityReply, now: number): TokenFault {
  const error = asText(reply.json['error'])
  const cause = error !== undefined && SIMPLE.test(error) ? error : `status ${reply.status}`
  const wait = retryAfter(reply, now)
  const refusal = classifyTokenRefusal(reply.status, error)
  return {
    refusal,
    cause,
    retryAfter: wait,
    failure: failure('connection_failed', sentenceOf(slug, refusal, cause, wait)),
  }
}

/** A request without a reply. Rules of the manifest do not change by waiting. */
export const unreachedAuthority = (reason: Failure): TokenFault => ({
  refusal: reason.code === 'blocked_host' ? 'operator' : 'transient',
  cause: reason.cause ?? reason.code,
  retryAfter: undefined,
  failure: reason,
})

function sentenceOf(slug: string, refusal: TokenRefusal, cause: string, wait: number | undefined): string {
  const authority = `The authorization server of the MCP server "${slug}"`
  if (refusal === 'ended') return `${authority} does not accept the account any more (${cause}).`
  if (refusal === 'operator')
    return `${authority} refuses the gateway (${cause}). An administrator of the gateway must correct its OAuth settings.`
  const retry = wait === undefined ? 'Retry later' : `Retry after ${Math.ceil(wait / 1000)} seconds`
  return cause === 'status 200'
    ? `${authority} sent no token that can be used. ${retry}.`
    : `${authority} cannot issue a token now (${cause}). ${retry}.`
}
