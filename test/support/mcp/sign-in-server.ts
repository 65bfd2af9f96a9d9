// An issuer that people sign in at, with all that an OAuth client of MCP uses of it: metadata, registration, client id metadata documents,
// PKCE, resource indicators, refresh. Its access tokens are JWTs for the resource that was asked for.
import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { runProvider } from '../running-gateway.ts'

export interface SignInServer {
  readonly issuer: string
  /** Whether identifiers of clients may be URLs of their metadata. */
  readonly set: { documents: boolean; registers: boolean }
  /** Clients that are known from the start, with their secrets. */
  readonly clients: Map<string, string | undefined>
  readonly seen: {
    readonly registered: string[]
    readonly resources: string[]
    readonly scopes: string[]
    readonly grants: string[]
  }
  readonly stop: () => Promise<void>
}

interface Grant {
  readonly client: string
  readonly resource: string
  readonly scope: string
  readonly challenge?: string
  readonly redirect?: string
}

export async function runSignInServer(): Promise<SignInServer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] }
  const grants = new Map<string, Grant>()
  const sign = ({ resource, scope }: Grant): Promise<string> =>
    new SignJWT({
      sub: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      role: 'member',
      workspaces: { default: 'manager' },
      scope,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(server.origin)
      .setAudience(resource)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
  const tokens = async (grant: Grant) => {
    const refresh = randomUUID()
    grants.set(refresh, grant)
    const access = await sign(grant)
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: refresh,
      scope: grant.scope,
    }
  }
  const clientOf = (form: URLSearchParams, authorization: string | undefined): string | undefined => {
    const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1]
    const [id, secret] =
      basic === undefined
        ? [form.get('client_id') ?? '', form.get('client_secret') ?? undefined]
        : (Buffer.from(basic, 'base64').toString().split(':', 2) as [string, string])
    const isDocument = double.set.documents && id.startsWith('https://')
    return isDocument || (double.clients.has(id) && double.clients.get(id) === secret) ? id : undefined
  }
  const server = await runProvider((request, response, body) => {
    const url = new URL(request.url ?? '/', server.origin)
    const json = (status: number, value: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    const form = new URLSearchParams(body.toString())
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
      case '/.well-known/openid-configuration':
        return json(200, {
          issuer: server.origin,
          jwks_uri: `${server.origin}/keys`,
          authorization_endpoint: `${server.origin}/authorize`,
          token_endpoint: `${server.origin}/token`,
          ...(double.set.registers && { registration_endpoint: `${server.origin}/register` }),
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
          client_id_metadata_document_supported: double.set.documents,
        })
      case '/keys':
        return json(200, keys)
      case '/register': {
        const id = `client-${randomUUID()}`
        double.clients.set(id, undefined)
        double.seen.registered.push(id)
        return json(201, { ...(JSON.parse(body.toString()) as object), client_id: id })
      }
      case '/authorize': {
        const given = (name: string): string => url.searchParams.get(name) ?? ''
        const grant = {
          client: given('client_id'),
          resource: given('resource'),
          scope: given('scope'),
          challenge: given('code_challenge'),
          redirect: given('redirect_uri'),
        }
        double.seen.resources.push(grant.resource)
        double.seen.scopes.push(grant.scope)
        const code = randomUUID()
        grants.set(code, grant)
        const back = new URL(grant.redirect)
        back.searchParams.set('code', code)
        back.searchParams.set('state', given('state'))
        response.writeHead(302, { location: back.href }).end()
        return
      }
      case '/token': {
        const kind = form.get('grant_type') ?? ''
        double.seen.grants.push(kind)
        const client = clientOf(form, request.headers.authorization)
        const grant = grants.get(form.get(kind === 'refresh_token' ? 'refresh_token' : 'code') ?? '')
        const verifier = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        const isRight =
          kind === 'refresh_token' ||
          (grant?.challenge === verifier && grant.redirect === form.get('redirect_uri'))
        if (client === undefined) return json(401, { error: 'invalid_client' })
        if (grant?.client !== client || !isRight) return json(400, { error: 'invalid_grant' })
        void tokens(grant).then(issued => json(200, issued))
        return
      }
      default:
        return json(404, {})
    }
  })
  const double: SignInServer = {
    issuer: server.origin,
    set: { documents: false, registers: true },
    clients: new Map(),
    seen: { registered: [], resources: [], scopes: [], grants: [] },
    stop: server.stop,
  }
  return double
}
