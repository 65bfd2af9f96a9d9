// A strict authorization server beside the MCP server that it protects, on one real socket: what RFC 6749, 7636, 7591, 8414, 8707, 9207 and
// 9728 demand of a client is demanded.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AuthorizationDouble {
  readonly origin: string
  /** The MCP server that wants tokens. */
  readonly url: string
  /** What the server does otherwise than it should, or than others do. */
  readonly set: {
    pkce: boolean
    /** What answers name as the issuer; undefined: nothing. */
    iss: string | undefined
    issuer: string | undefined
    documents: boolean
    /** Scopes that the server wants of every token. */
    wants: string | undefined
    /** A scope that is never given. */
    withholds: string | undefined
    /** Whether replies say that less was given than was asked for. */
    admits: boolean
    /** Seconds for which tokens are valid. */
    lifetime: number
    /** How renewals are refused: a status and an error code. */
    refuses: readonly [status: number, error: string] | undefined
  }
  /** Who signs in next at the page. */
  login: string
  readonly seen: {
    readonly clients: object[]
    readonly revoked: string[]
    readonly grants: string[]
    /** Those that people were asked for. */
    readonly scopes: string[]
    readonly bearers: string[]
  }
  /** Makes access tokens worthless, as a server does that forgets them. */
  readonly forget: () => void
  readonly stop: () => Promise<void>
}

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const piece of request) text += piece
  return text
}

interface Grant {
  readonly client: string
  readonly login: string
  readonly redirect: string
  readonly challenge: string
  readonly scope: string
}

export async function runAuthorizationDouble(upstream: string): Promise<AuthorizationDouble> {
  const codes = new Map<string, Grant>()
  const access = new Map<string, string>()
  const refresh = new Map<
    string,
    { readonly client: string; readonly login: string; readonly scope: string }
  >()
  const clients = new Map<string, { readonly redirect_uris: readonly string[]; readonly secret?: string }>([
    ['service', { redirect_uris: [], secret: 'service secret:1' }],
  ])
  const json = (response: ServerResponse, status: number, value: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  const issue = (
    response: ServerResponse,
    client: string,
    login: string,
    asked: string,
    isService = false,
  ): void => {
    const token = `access-${login}-${randomUUID()}`
    const scope = asked
      .split(' ')
      .filter(each => each !== double.set.withholds)
      .join(' ')
    access.set(token, scope)
    const next = `refresh-${randomUUID()}`
    if (!isService) refresh.set(next, { client, login, scope })
    json(response, 200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: double.set.lifetime,
      ...(scope !== asked && double.set.admits && { scope }),
      ...(!isService && { refresh_token: next }),
    })
  }
  const clientOf = (form: URLSearchParams, authorization: string | undefined): string | undefined => {
    const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1]
    if (basic === undefined) {
      const id = form.get('client_id') ?? ''
      const known = clients.get(id)
      return known !== undefined && known.secret === undefined ? id : undefined
    }
    const [id = '', secret] = Buffer.from(basic, 'base64')
      .toString()
      .split(':', 2)
      .map(part => new URLSearchParams(`a=${part}`).get('a') ?? '')
    return clients.get(id)?.secret === secret ? id : undefined
  }
  const token = (form: URLSearchParams, request: IncomingMessage, response: ServerResponse): void => {
    const kind = form.get('grant_type') ?? ''
    double.seen.grants.push(kind)
    const client = clientOf(form, request.headers.authorization)
    if (client === undefined) return json(response, 401, { error: 'invalid_client' })
    if (form.get('resource') !== double.url) return json(response, 400, { error: 'invalid_target' })
    if (kind === 'client_credentials')
      return issue(response, client, 'service', form.get('scope') ?? '', true)
    if (kind === 'refresh_token' && double.set.refuses !== undefined) {
      const [status, error] = double.set.refuses
      return json(response, status, { error })
    }
    if (kind === 'refresh_token') {
      const found = refresh.get(form.get('refresh_token') ?? '')
      refresh.delete(form.get('refresh_token') ?? '')
      return found?.client === client
        ? issue(response, client, found.login, found.scope)
        : json(response, 400, { error: 'invalid_grant' })
    }
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      grant?.client === client && grant.challenge === challenge && grant.redirect === form.get('redirect_uri')
    if (!isRight || grant === undefined) return json(response, 400, { error: 'invalid_grant' })
    issue(response, client, grant.login, grant.scope)
  }
  const authorize = async (query: URLSearchParams, response: ServerResponse): Promise<void> => {
    const id = query.get('client_id') ?? ''
    const redirect = query.get('redirect_uri') ?? ''
    const wrong =
      query.get('response_type') !== 'code' ||
      query.get('code_challenge_method') !== 'S256' ||
      query.get('resource') !== double.url ||
      clients.get(id)?.redirect_uris.includes(redirect) !== true
    if (wrong) return json(response, 400, { error: 'invalid_request' })
    double.seen.scopes.push(query.get('scope') ?? '')
    const code = randomUUID()
    codes.set(code, {
      client: id,
      login: double.login,
      redirect,
      challenge: query.get('code_challenge') ?? '',
      scope: query.get('scope') ?? '',
    })
    const back = new URL(redirect)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    if (double.set.iss !== undefined) back.searchParams.set('iss', double.set.iss)
    response.writeHead(302, { location: back.href }).end()
  }
  const protect = (request: IncomingMessage, response: ServerResponse): void => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    double.seen.bearers.push(bearer)
    if (!access.has(bearer)) {
      request.resume()
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
      response
        .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="tools"` })
        .end()
      return
    }
    const held = access.get(bearer)?.split(' ') ?? []
    if (double.set.wants?.split(' ').every(scope => held.includes(scope)) === false) {
      request.resume()
      const challenge = `Bearer error="insufficient_scope", scope="${double.set.wants}", error_description="<b>No</b>"`
      response.writeHead(403, { 'www-authenticate': challenge, 'content-type': 'application/json' })
      response.end('{"error":"insufficient_scope"}')
      return
    }
    const outgoing = send(upstream, { method: request.method ?? 'GET', headers: request.headers }, reply => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    response.on('close', () => outgoing.destroy())
    outgoing.on('error', () => response.destroy())
    request.pipe(outgoing)
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/mcp') return protect(request, response)
    const text = await readText(request)
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return json(response, 200, { resource: double.url, authorization_servers: [origin] })
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, {
          issuer: double.set.issuer ?? origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          revocation_endpoint: `${origin}/revoke`,
          authorization_response_iss_parameter_supported: true,
          client_id_metadata_document_supported: double.set.documents,
          ...(double.set.pkce && { code_challenge_methods_supported: ['S256'] }),
        })
      case '/authorize':
        return await authorize(url.searchParams, response)
      case '/token':
        return token(new URLSearchParams(text), request, response)
      case '/register': {
        const client = JSON.parse(text) as { readonly redirect_uris: readonly string[] }
        const id = `client-${randomUUID()}`
        double.seen.clients.push(client)
        clients.set(id, client)
        return json(response, 201, { ...client, client_id: id })
      }
      case '/revoke':
        double.seen.revoked.push(new URLSearchParams(text).get('token') ?? '')
        return json(response, 200, {})
      default:
        return json(response, 404, {})
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: AuthorizationDouble = {
    origin,
    url: `${origin}/mcp`,
    set: {
      pkce: true,
      iss: origin,
      issuer: undefined,
      documents: false,
      wants: undefined,
      withholds: undefined,
      admits: true,
      lifetime: 3600,
      refuses: undefined,
    },
    login: 'ada-upstream',
    seen: { clients: [], revoked: [], grants: [], scopes: [], bearers: [] },
    forget: () => access.clear(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
  return double
}
