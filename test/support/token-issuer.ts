// An OIDC issuer without sockets: signs tokens, and answers for its discovery document and its keys.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Upstream } from '../../runtime/values/ports.ts'
import { type ScriptedUpstream, type Step, steppedUpstream } from './scripted-upstream.ts'

export interface TokenIssuer {
  readonly issuer: string
  /** A token of an hour, issued at a time in milliseconds, of the account that has the address of the claims. */
  readonly sign: (
    claims: object,
    issuedAt: number,
    more?: { readonly audience?: string; readonly typ?: string },
  ) => Promise<string>
  readonly upstream: Upstream
  readonly sent: ScriptedUpstream['sent']
}

const subjectOf = (claims: { readonly email?: unknown }): string => `account of ${String(claims.email)}`

export async function createTokenIssuer(issuer = 'https://idp.test'): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] }
  const replies: readonly Step[] = [
    { status: 200, body: { issuer, jwks_uri: `${issuer}/keys` } },
    { status: 200, body: keys },
  ]
  const { send, sent } = steppedUpstream((_request, index) => replies[index] ?? { status: 200, body: keys })
  return {
    issuer,
    sign: (claims, issuedAt, { audience = 'portolan', typ } = {}) =>
      new SignJWT({ sub: subjectOf(claims), email_verified: true, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', ...(typ !== undefined && { typ }) })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(Math.floor(issuedAt / 1000) + 3600)
        .sign(privateKey),
    upstream: send,
    sent,
  }
}
