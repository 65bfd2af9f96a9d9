// A person connects an account in a browser: the page that asks, the way to the authorization server, and the way back. What a browser
// brings back counts only in the browser that began, once, and from the authorization server that it was sent to.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { Reply } from '../../values/call.ts'
import { callbackUrl } from '../../values/client-document.ts'
import type { AdmittedControl, ControlRequest } from '../../values/control-surface.ts'
import { statusOfFailure } from '../../values/error-reply.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import { isSealedSecret } from '../core/sealing/sealed-secret.ts'
import { openText, sealText } from '../core/sealing/sealing.ts'
import { storeFault } from '../core/store-error.ts'
import { connectedPage, consentPage, departurePage, refusalPage } from './connect-pages.ts'
import type { ConnectionStore } from './connection-store.ts'
import { type ConsentScopes, consentScopes, scopesIn } from './consent-scopes.ts'
import { type Authority, discoverAuthority } from './discover-authority.ts'
import { FLOW_SECONDS, type FlowStore, sameBrowser } from './flow-store.ts'
import type { OAuthServer } from './oauth-server.ts'
import { chooseClient, type Registrations } from './register-client.ts'
import type { ReportRefusal } from './report-refusals.ts'
import { isTokenFault, type OAuthClient, requestTokens } from './request-tokens.ts'

export interface ConnectFlowParts extends Registrations {
  readonly flows: FlowStore
  readonly connections: ConnectionStore
  /** A server that people connect accounts of, whichever bundle is in use. */
  readonly server: (slug: string) => OAuthServer | undefined
  readonly report: ReportRefusal
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash'>
}

/** Undefined for paths of others. */
export type ConnectPages = (
  request: Pick<ControlRequest, 'method' | 'path' | 'headers'>,
) => AdmittedControl | undefined

const CONNECT = '/mcp/connect/'
const CALLBACK = '/mcp/callback'

export function linkConnectPages(parts: ConnectFlowParts): ConnectPages {
  const { flows, publicUrl, sealing, connections, ports } = parts
  const { hash, randomId, clock } = ports
  const isSecure = publicUrl.startsWith('https://')
  /** Each ticket has a cookie of its own, so that two connections at a time do not end each other. */
  const cookieName = (id: string): string =>
    `${isSecure ? '__Host-' : ''}portolan_mcp_${hash(id).slice(0, 16)}`
  const setCookie = (name: string, value: string, seconds = FLOW_SECONDS): Headers => [
    'set-cookie',
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`,
  ]
  const refuse = (reason: Failure, cookie: Headers = []): Reply =>
    refusalPage(statusOfFailure(reason), reason.message, cookie)
  const ended = (): Reply =>
    refusalPage(
      400,
      'This page has expired, was used already, or belongs to another browser. Start again in your client.',
    )

  /** What a ticket is for, with the server and where its accounts are. */
  const readTicket = async (kept: JsonObject | undefined, slug: string) => {
    const server = parts.server(slug)
    const user = asText(kept?.['user'])
    if (kept === undefined || user === undefined || kept['ticket'] !== slug || server === undefined)
      return undefined
    const authority = await discoverAuthority(server, parts.call)
    const scopes = isFailure(authority)
      ? NO_SCOPES
      : consentScopes(
          server,
          authority,
          (await connections.reread(slug, user))?.saved,
          scopesIn(asText(kept['scopes'])),
        )
    return { kept, user, server, authority, scopes }
  }

  const ask = async (slug: string, ticket: string, headers: Headers): Promise<Reply> => {
    const found = await readTicket((await flows.read(ticket))?.value, slug)
    if (found === undefined) return ended()
    const { kept, user, server, authority, scopes } = found
    if (isFailure(authority)) return refuse(authority)
    const unsafe = refuseAuthority(authority, slug)
    if (unsafe !== undefined) return unsafe
    const name = cookieName(flows.idOf(ticket))
    const browser = cookieOf(headers, name) ?? randomId() + randomId()
    return consentPage(
      {
        slug,
        url: server.url,
        person: asText(kept['person']) ?? user,
        client: asText(kept['client']),
        issuer: authority.issuer,
        scopes,
        ticket,
        proof: hash(`${browser} ${ticket}`),
      },
      setCookie(name, browser),
    )
  }

  const depart = async (slug: string, form: URLSearchParams, headers: Headers): Promise<Reply> => {
    const ticket = form.get('ticket') ?? ''
    const name = cookieName(flows.idOf(ticket))
    const browser = cookieOf(headers, name)
    const origin = headerValue(headers, 'origin')
    if (browser === undefined || form.get('proof') !== hash(`${browser} ${ticket}`)) return ended()
    if (origin !== undefined && origin !== publicUrl) return ended()
    const found = await readTicket(await flows.take(ticket), slug)
    if (found === undefined) return ended()
    if (form.get('decision') !== 'allow')
      return refusalPage(200, 'You have not connected your account.', setCookie(name, '', 0))
    const { server, authority, user } = found
    if (isFailure(authority)) return refuse(authority)
    const scope = found.scopes.all.join(' ')
    // What the page has shown is what is requested.
    if (form.get('scopes') !== scope) return ended()
    const unsafe = refuseAuthority(authority, slug)
    if (unsafe !== undefined) return unsafe
    const client = await chooseClient(server, authority, parts)
    if (isFailure(client)) return refuse(client)
    const verifier = randomId() + randomId()
    // Also the secret of the client: it is that of this authorization server, whatever is in the manifest when the browser returns.
    const sealed = sealText(sealing, JSON.stringify({ verifier, secret: client.secret ?? null }), PLACE)
    if (isFailure(sealed)) return refuse(sealed)
    const state = await flows.add({
      state: slug,
      user,
      workspace: asText(found.kept['workspace']) ?? '',
      browser: hash(browser),
      cookie: name,
      url: server.url,
      issuer: authority.issuer,
      names_itself: authority.namesItself,
      token_endpoint: authority.tokenEndpoint,
      revocation_endpoint: authority.revocationEndpoint ?? null,
      resource: authority.resource,
      scope,
      client_id: client.id,
      posts: client.posts,
      sealed,
    })
    const location = new URL(authority.authorizationEndpoint ?? '')
    const parameters = {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: callbackUrl(publicUrl),
      state,
      code_challenge: base64Url(hash(verifier)),
      code_challenge_method: 'S256',
      resource: authority.resource,
      ...(scope !== '' && { scope }),
    }
    for (const [key, value] of Object.entries(parameters)) location.searchParams.set(key, value)
    return departurePage(location.href, setCookie(name, browser))
  }

  const arrive = async (query: URLSearchParams, headers: Headers): Promise<Reply> => {
    const kept = await flows.take(query.get('state') ?? '')
    const slug = asText(kept?.['state'])
    if (kept === undefined || slug === undefined) return ended()
    const name = asText(kept['cookie']) ?? ''
    if (!sameBrowser(kept, cookieOf(headers, name), hash)) return ended()
    const gone = setCookie(name, '', 0)
    const issuer = asText(kept['issuer']) ?? ''
    const named = query.get('iss')
    if (named === null ? kept['names_itself'] === true : named !== issuer)
      return refusalPage(400, `The reply is not one of ${issuer}, so it was not used.`, gone)
    const code = query.get('code')
    if (code === null) return refusalPage(400, `${issuer} has not allowed the connection.`, gone)
    const server = parts.server(slug)
    if (server === undefined || server.url !== kept['url'])
      return refusalPage(
        400,
        `The MCP server "${slug}" has changed meanwhile. Start again in your client.`,
        gone,
      )
    const opened = isSealedSecret(kept['sealed']) ? openText(sealing, kept['sealed'], PLACE).text : undefined
    if (opened === undefined) return ended()
    const { verifier, secret } = JSON.parse(opened) as { verifier: string; secret: string | null }
    const client: OAuthClient = {
      id: asText(kept['client_id']) ?? '',
      secret: secret ?? undefined,
      posts: kept['posts'] === true,
    }
    const resource = asText(kept['resource']) ?? server.url
    const tokenEndpoint = asText(kept['token_endpoint']) ?? ''
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callbackUrl(publicUrl),
      code_verifier: verifier,
      resource,
    }
    const issued = await requestTokens(server, tokenEndpoint, client, form, {
      call: parts.call,
      now: clock.now,
    })
    if (isTokenFault(issued)) {
      parts.report(slug, issued)
      return refuse(issued.failure, gone)
    }
    const time = new Date(clock.now()).toISOString()
    const user = asText(kept['user']) ?? ''
    const before = await connections.reread(slug, user)
    const saved = await connections.connect(
      {
        server: slug,
        user,
        workspace: asText(kept['workspace']) ?? '',
        url: server.url,
        issuer,
        clientId: client.id,
        tokenEndpoint,
        revocationEndpoint: asText(kept['revocation_endpoint']),
        resource,
        // A server that names no scope has granted what was requested (RFC 6749, section 5.1).
        scope: issued.scope ?? (asText(kept['scope']) || undefined),
        createdAt: before?.saved.createdAt ?? time,
        updatedAt: time,
      },
      {
        access: issued.access,
        refresh: issued.refresh,
        expiresAt: issued.expiresAt,
        clientSecret: client.secret,
        posts: client.posts,
      },
    )
    return saved === undefined ? connectedPage(slug, gone) : refuse(saved)
  }

  return ({ method, path, headers }) => {
    const [pathname = '', search = ''] = path.split('?', 2)
    const isCallback = pathname === CALLBACK
    if (!isCallback && !pathname.startsWith(CONNECT)) return undefined
    const slug = pathname.slice(CONNECT.length)
    const query = new URLSearchParams(search)
    const reply = async (body: Uint8Array): Promise<Reply> => {
      if (isCallback) return method === 'GET' ? await arrive(query, headers) : refusalPage(405, 'Only GET.')
      if (method === 'GET') return await ask(slug, query.get('ticket') ?? '', headers)
      if (method !== 'POST' || body.length > MAX_FORM) return refusalPage(405, 'Only GET and POST.')
      return await depart(slug, new URLSearchParams(new TextDecoder().decode(body)), headers)
    }
    const handle = (body: Uint8Array): Promise<Reply> =>
      reply(body).catch((error: unknown) => refuse(storeFault(error)))
    return { caller: { id: 'browser', workspace: '' }, handle }
  }
}

const NO_SCOPES: ConsentScopes = { all: [], held: [] }
const MAX_FORM = 16_384
const PLACE = { workspace: '', kind: 'mcp_flow', id: 'state', field: '/sealed' }

/** Why no browser is sent there. */
function refuseAuthority(
  { hasPkce, authorizationEndpoint, issuer }: Authority,
  slug: string,
): Reply | undefined {
  if (authorizationEndpoint === undefined)
    return refusalPage(
      502,
      `The MCP server "${slug}" cannot be connected: ${issuer} has no page to sign in at.`,
    )
  return hasPkce
    ? undefined
    : refusalPage(
        502,
        `The MCP server "${slug}" cannot be connected: ${issuer} does not declare support for PKCE with S256.`,
      )
}

const base64Url = (hex: string): string =>
  btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

function cookieOf(headers: Headers, name: string): string | undefined {
  for (const pair of (headerValue(headers, 'cookie') ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && /^[0-9a-f]{64}$/.test(value)) return value
  }
  return undefined
}
