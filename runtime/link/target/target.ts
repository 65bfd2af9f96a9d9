// The upstream target of a call: everything about a provider that does not depend on the request, prepared at link
// time or, for a provider named by a request, on first use.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Adapter, Endpoint, EndpointAdapter, ProviderAdapter } from '../../values/adapter.ts'
import type { Credentials } from '../../values/authentication.ts'
import type { Call } from '../../values/call.ts'
import { JSON_HEADERS } from '../../values/error-reply.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { type Headers, IDENTITY } from '../../values/headers.ts'
import type { HostAuthor } from '../../values/ports.ts'
import type { LinkContext, LinkedScope } from '../link-context.ts'
import { linkMask, type Mask } from './mask-credentials.ts'
import type { RequestSigner } from './sign.ts'

/** Loads what reads a reply; undefined where the reply to this call passes as it is. */
export type RepairReply = (
  call: Call,
  serving: NativeEndpoint,
  target: Target,
) => Promise<EndpointAdapter | undefined> | EndpointAdapter | undefined

/** An endpoint that the provider supports itself. */
export interface NativeEndpoint {
  readonly endpoint: Endpoint
  /** Undefined when bodies pass unchanged. */
  readonly adapter: EndpointAdapter | undefined
  /** The path of the provider spec; an adapter may override it. */
  readonly path: string
  /** The path when it is the same for all requests. */
  readonly fixedPath: string | undefined
  /** Reads replies that do not pass as they are, if there is no adapter. */
  readonly repair: RepairReply | undefined
  /** Whether headers of the client are forwarded although neither config nor request lists any. */
  readonly forwardsHeaders: boolean
}

export interface Target {
  readonly spec: ProviderSpec
  /** Undefined for providers that use the vendor's schema. */
  readonly adapter: Adapter | undefined
  /** What the provider has of its own beside its dialect. */
  readonly ownAdapter: ProviderAdapter | undefined
  readonly origin: string
  /** The path of the base URL, without a trailing slash. */
  readonly prefix: string
  /** The credential header, the fixed headers of the provider spec, and settings sent as headers. */
  readonly headers: Headers
  /** `headers` with a JSON content type, as most requests need. */
  readonly jsonHeaders: Headers
  /** Hash of base URL, credentials and settings, for cache keys. */
  readonly identity: () => string
  readonly hostAuthor: HostAuthor
  /** The client that reaches it, and what exchanges its credentials. */
  readonly client: TargetClient
  /** Non-secret binding properties, by their names in the config. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether its prices are those of a region, which may differ from global ones. */
  readonly isRegional: boolean
  /** Set when authentication needs more than a header: a request signature or a token exchange. */
  readonly signer: RequestSigner | undefined
  /** The endpoints that have been used, each resolved once. */
  readonly endpoints: Map<Endpoint, NativeEndpoint>
  /** What is known of the models that have been requested. */
  readonly models: Map<string, FamilyFacts | undefined>
  /** Masks the target's credentials in strings and bytes of its provider. */
  readonly mask: Mask
  /** Whether calls may use a model; undefined if none is switched off. */
  readonly allowsModel: LinkedScope['allowsModel']
}

export type TargetClient = Pick<LinkContext, 'ports' | 'tokens'>

/** The credentials and settings of a target. */
export interface Identity {
  /** The API key of the provider, if there is one. */
  readonly key: string | undefined
  /** All secrets, by property name. */
  readonly credentials: Credentials
  readonly settings: Readonly<Record<string, unknown>>
}

/** Creates a target from a validated base URL. */
export function targetAt(
  spec: ProviderSpec,
  address: string,
  { key, credentials, settings }: Identity,
  hostAuthor: HostAuthor,
  parts: Pick<LinkContext, 'adapters' | 'scope'> & TargetClient,
): Target {
  const adapter = parts.adapters.ofDialect(spec)
  const authentication = adapter?.authentication
  const allSettings = { ...adapter?.settingsFromCredentials?.(credentials), ...settings }
  const headers = targetHeaders(spec, key, allSettings)
  const { hash } = parts.ports
  // The parsed URL was validated, so the parsed URL is called: parsers may differ on the source text.
  const { origin: parsed, protocol, host, pathname } = new URL(address)
  const origin = parsed === 'null' ? `${protocol}//${host}` : parsed
  const prefix = pathname.replace(/\/+$/, '')
  let identity: string | undefined
  return {
    spec,
    adapter,
    ownAdapter: parts.adapters.ofProvider(spec),
    origin,
    prefix,
    headers,
    jsonHeaders: [...JSON_HEADERS, ...headers, ...IDENTITY],
    hostAuthor,
    client: parts,
    settings: allSettings,
    isRegional: isRegional(spec, allSettings),
    endpoints: new Map(),
    models: new Map(),
    mask: linkMask(key, credentials),
    allowsModel: parts.scope?.allowsModel,
    signer: authentication && { authentication, credentials, settings: allSettings },
    identity: () => {
      identity ??= hash(JSON.stringify([spec.id, origin, prefix, headers, credentials, settings]))
      return identity
    },
  }
}

const isRegional = ({ regionSetting }: ProviderSpec, settings: Target['settings']): boolean => {
  const region = regionSetting === undefined ? undefined : settings[regionSetting]
  return region !== undefined && region !== 'global'
}

/** The target for an endpoint that the provider has at another address. A custom host replaces all addresses. */
export function targetOfEndpoint(target: Target, endpoint: Endpoint | undefined): Target {
  const address = endpoint === undefined ? undefined : target.spec.endpointBaseUrls?.[endpoint]
  if (address === undefined || target.hostAuthor !== 'catalog') return target
  const { origin, pathname } = new URL(address)
  return { ...target, origin, prefix: pathname }
}

/**
 * The token of an `Authorization` header, without the scheme: each provider has its own. Undefined when there is no
 * token.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer(?:\s+|$)/i, '') || undefined

/**
 * The headers of a provider: its credential in the form it requires, its fixed headers, and settings sent as headers.
 */
export function targetHeaders(
  spec: ProviderSpec,
  credential: string | undefined,
  settings: Readonly<Record<string, unknown>>,
): Headers {
  const headers: string[] = []
  if (credential !== undefined && spec.auth.form === 'bearer')
    headers.push('authorization', `Bearer ${credential}`)
  if (credential !== undefined && spec.auth.form === 'header') {
    const { name = 'x-api-key', scheme } = spec.auth
    headers.push(name, scheme === undefined ? credential : `${scheme} ${credential}`)
  }
  for (const [name, value] of Object.entries(spec.headers ?? {})) headers.push(name, value)
  for (const [property, name] of Object.entries(spec.settings ?? {})) {
    const value = settings[property]
    if (typeof value === 'string') headers.push(name, value)
  }
  return headers
}
