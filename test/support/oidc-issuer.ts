// An OIDC issuer on a socket for people who sign in from a command line: the code flow with PKCE, the device flow, and refresh tokens that
// are accepted once each. Its ID tokens are for the client.
import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { runProvider } from './running-gateway.ts'

export interface OidcIssuer {
  readonly issuer: string
  /** What the next tokens say of the person besides their usual claims. */
  readonly person: Record<string, unknown>
  /** `lifetime`: of tokens, as jose writes it. */
  readonly set: { devices: boolean; refresh: boolean; lifetime: string }
  /** Grants that were asked for, in order. */
  readonly grants: string[]
  /** A person enters the code of a device. */
  readonly enter: (code: string, decision?: 'allow' | 'deny') => void
  /** Ends every sign-in. */
  readonly end: () => void
  readonly stop: () => Promise<void>
}

export const CLIENT = 'portolan-cli'

export async function runOidcIssuer(): Promise<OidcIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] }
  const codes = new Map<
    string,
    { readonly challenge: string; readonly redirect: string; readonly nonce: string }
  >()
  const devices = new Map<string, 'waits' | 'allow' | 'deny'>()
  const refreshes = new Set<string>()
  const sign = (claims: object, audience: string): Promise<string> =>
    new SignJWT({ sub: 'ada', email: 'ada@example.com', email_verified: true, ...double.person, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(server.origin)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(double.set.lifetime)
      .sign(privateKey)
  const tokens = async (nonce?: string) => {
    const refresh = randomUUID()
    refreshes.add(refresh)
    const { refresh: isRenewed } = double.set
    return {
      access_token: 'opaque',
      token_type: 'Bearer',
      expires_in: 300,
      ...(isRenewed && { refresh_token: refresh }),
      id_token: await sign({ ...(nonce && { nonce }) }, CLIENT),
    }
  }
  const server = await runProvider((request, response, body) => {
    const url = new URL(request.url ?? '/', server.origin)
    const json = (status: number, value: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    const form = new URLSearchParams(body.toString())
    const refuse = (error: string): void => json(400, { error })
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, {
          issuer: server.origin,
          jwks_uri: `${server.origin}/keys`,
          authorization_endpoint: `${server.origin}/authorize`,
          token_endpoint: `${server.origin}/token`,
          ...(double.set.devices && { device_authorization_endpoint: `${server.origin}/device` }),
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
        })
      case '/keys':
        return json(200, keys)
      case '/authorize': {
        const given = (name: string): string => url.searchParams.get(name) ?? ''
        const code = randomUUID()
        codes.set(code, {
          challenge: given('code_challenge'),
          redirect: given('redirect_uri'),
          nonce: given('nonce'),
        })
        const back = new URL(given('redirect_uri'))
        back.searchParams.set('code', code)
        back.searchParams.set('state', given('state'))
        response.writeHead(302, { location: back.href }).end()
        return
      }
      case '/device': {
        const code = randomUUID()
        devices.set(code, 'waits')
        return json(200, {
          device_code: code,
          user_code: code.slice(0, 8),
          verification_uri: `${server.origin}/enter`,
          expires_in: 600,
          interval: 0.01,
        })
      }
      case '/token': {
        const kind = form.get('grant_type') ?? ''
        double.grants.push(kind)
        if (form.get('client_id') !== CLIENT) return json(401, { error: 'invalid_client' })
        if (kind === 'refresh_token')
          return refreshes.delete(form.get('refresh_token') ?? '')
            ? void tokens().then(issued => json(200, issued))
            : refuse('invalid_grant')
        if (kind === 'urn:ietf:params:oauth:grant-type:device_code') {
          const state = devices.get(form.get('device_code') ?? '')
          if (state === 'waits') return refuse('authorization_pending')
          return state === 'allow'
            ? void tokens().then(issued => json(200, issued))
            : refuse(state === 'deny' ? 'access_denied' : 'expired_token')
        }
        const grant = codes.get(form.get('code') ?? '')
        const verifier = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        return grant !== undefined &&
          grant.challenge === verifier &&
          grant.redirect === form.get('redirect_uri')
          ? void tokens(grant.nonce).then(issued => json(200, issued))
          : refuse('invalid_grant')
      }
      default:
        return json(404, {})
    }
  })
  const double: OidcIssuer = {
    issuer: server.origin,
    person: {},
    set: { devices: true, refresh: true, lifetime: '5m' },
    grants: [],
    enter: (code, decision = 'allow') => {
      for (const device of devices.keys()) if (device.startsWith(code)) devices.set(device, decision)
    },
    end: () => refreshes.clear(),
    stop: server.stop,
  }
  return double
}
