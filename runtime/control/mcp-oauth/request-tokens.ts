// Requests to the token endpoint: a code, a refresh token or the credential of the gateway for an access token, and revocation.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { CallAuthority } from './call-authority.ts'
import type { OAuthServer } from './oauth-server.ts'
import { refusedToken, type TokenFault, unreachedAuthority } from './token-fault.ts'

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
