// Requests to the token endpoint: a code, a refresh token or the credential of the gateway for an access token, and revocation.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { CallAuthority } from './call-authority.ts'
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

/** `invalid`: the server says that the grant is worth nothing (any more). */
export type TokenResult = Tokens | { readonly invalid: string } | Failure

export async function requestTokens(
  server: OAuthServer,
  endpoint: string,
  client: OAuthClient,
  form: Readonly<Record<string, string>>,
  { call, now }: { readonly call: CallAuthority; readonly now: () => number },
): Promise<TokenResult> {
  const reply = await call(server, { url: endpoint, ...authenticated(client, form) })
  if (isFailure(reply)) return reply
  if (reply.status >= 400 && reply.status < 500) {
    const error = asText(reply.json['error']) ?? `status ${reply.status}`
    return { invalid: /^[\w. -]{1,64}$/.test(error) ? error : 'an error' }
  }
  return readTokens(reply.status, reply.json, now()) ?? refused(server.slug)
}

const refused = (slug: string): Failure =>
  failure(
    'connection_failed',
    `The authorization server of the MCP server "${slug}" sent no token that can be used.`,
  )

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
