// Finds the authorization server of an MCP server: the document of the server (RFC 9728), then that of the authorization server
// (RFC 8414, or OpenID Connect). What documents say is believed only about themselves.
import { asList, asText, type JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import type { CallAuthority } from './call-authority.ts'
import { mayBeCalled, type OAuthServer } from './oauth-server.ts'

export interface Authority {
  readonly issuer: string
  readonly authorizationEndpoint: string | undefined
  readonly tokenEndpoint: string
  readonly registrationEndpoint: string | undefined
  readonly revocationEndpoint: string | undefined
  readonly hasPkce: boolean
  /** Whether it reads the metadata of a client at the URL that identifies it. */
  readonly readsClientDocuments: boolean
  /** Whether each of its answers names it (RFC 9207). */
  readonly namesItself: boolean
  readonly authMethods: readonly string[]
  /** What tokens are for (RFC 8707). */
  readonly resource: string
  /** What the server wants. */
  readonly scopes: readonly string[]
}

const texts = (value: JsonObject[string] | undefined): readonly string[] =>
  asList(value).filter(each => typeof each === 'string')

const unusable = (slug: string, reason: string): Failure =>
  failure('connection_failed', `The MCP server "${slug}" cannot be connected: ${reason}`)

export async function discoverAuthority(
  server: OAuthServer,
  call: CallAuthority,
): Promise<Authority | Failure> {
  const { slug, issuer: wanted, scopes } = server
  const found = await readResource(server, call)
  if (found === 'other resource')
    return unusable(
      slug,
      'its protected resource metadata names another resource, whose tokens must not be sent to it.',
    )
  const named = texts(found?.document['authorization_servers'])
  const issuer = wanted ?? named[0]
  if (issuer === undefined)
    return unusable(slug, 'it names no authorization server, and the manifest names none as "issuer".')
  if (wanted !== undefined && named.length > 0 && !named.includes(wanted))
    return unusable(slug, `it does not accept tokens of ${wanted}.`)
  const metadata = await readMetadata(server, issuer, call)
  if (isFailure(metadata)) return metadata
  const endpoint = (name: string): string | undefined => {
    const url = asText(metadata[name])
    return url !== undefined && mayBeCalled(server, url) ? url : undefined
  }
  const tokenEndpoint = endpoint('token_endpoint')
  if (tokenEndpoint === undefined)
    return unusable(slug, `${issuer} has no token endpoint that may be called.`)
  const offered = texts(found?.document['scopes_supported'])
  return {
    issuer,
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint,
    registrationEndpoint: endpoint('registration_endpoint'),
    revocationEndpoint: endpoint('revocation_endpoint'),
    hasPkce: texts(metadata['code_challenge_methods_supported']).includes('S256'),
    readsClientDocuments: metadata['client_id_metadata_document_supported'] === true,
    namesItself: metadata['authorization_response_iss_parameter_supported'] === true,
    authMethods: texts(metadata['token_endpoint_auth_methods_supported']),
    resource: found?.resource ?? server.url,
    scopes: scopes.length > 0 ? scopes : found?.scope !== undefined ? found.scope.split(' ') : offered,
  }
}

interface ResourceDocument {
  readonly document: JsonObject
  readonly resource: string
  readonly scope: string | undefined
}

/** A request that servers refuse without a token, and that changes nothing where they do not. */
const PROBE: JsonObject = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** The challenge of a server that wants tokens: some send it only in reply to requests of the protocol. */
async function readChallenge(server: OAuthServer, call: CallAuthority): Promise<string> {
  for (const request of [{ url: server.url, json: PROBE }, { url: server.url }]) {
    const reply = await call(server, request)
    const challenge = isFailure(reply) ? undefined : headerValue(reply.headers, 'www-authenticate')
    if (challenge !== undefined) return challenge
  }
  return ''
}

/** The document that the server names in its challenge, else those at its well-known paths. */
async function readResource(
  server: OAuthServer,
  call: CallAuthority,
): Promise<ResourceDocument | 'other resource' | undefined> {
  const { origin, pathname } = new URL(server.url)
  const challenge = await readChallenge(server, call)
  let isOther = false
  const parameter = (name: string): string | undefined =>
    new RegExp(`[\\s,]${name}="([^"]{1,2000})"`).exec(challenge)?.[1]
  const named = parameter('resource_metadata')
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '')
  for (const url of named === undefined ? [...new Set([wellKnown + path, wellKnown])] : [named]) {
    if (!mayBeCalled(server, url)) continue
    const reply = await call(server, { url })
    if (isFailure(reply) || reply.status !== 200) continue
    const resource = asText(reply.json['resource'])
    // A document about another resource would have tokens for that one sent here.
    if (resource === undefined) continue
    if (isAbout(resource, server.url)) return { document: reply.json, resource, scope: parameter('scope') }
    isOther = true
  }
  return isOther ? 'other resource' : undefined
}

function isAbout(resource: string, url: string): boolean {
  if (!URL.canParse(resource)) return false
  const [left, right] = [new URL(resource), new URL(url)]
  const prefix = left.pathname.replace(/\/$/, '')
  return (
    left.origin === right.origin && (right.pathname === prefix || right.pathname.startsWith(`${prefix}/`))
  )
}

async function readMetadata(
  server: OAuthServer,
  issuer: string,
  call: CallAuthority,
): Promise<JsonObject | Failure> {
  if (!mayBeCalled(server, issuer))
    return unusable(server.slug, 'its authorization server is neither at https nor at a trusted host.')
  const { origin, pathname } = new URL(issuer)
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '')
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  for (const url of new Set(places)) {
    const reply = await call(server, { url })
    if (isFailure(reply)) return unusable(server.slug, reply.message)
    if (reply.status !== 200) continue
    // RFC 8414, section 3.3: a document that names another issuer is not used.
    return asText(reply.json['issuer']) === issuer
      ? reply.json
      : unusable(server.slug, `the metadata of ${issuer} names another issuer.`)
  }
  return unusable(server.slug, `${issuer} has no metadata.`)
}
