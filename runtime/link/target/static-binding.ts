// Links a binding to a provider named by a config or the manifest, with stored credentials or the caller's.
// Invariant: a stored credential is only sent to the origins it is bound to (semantics, section 11).
import type { ProviderSpec, StaticBinding } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { HostAuthor } from '../../values/ports.ts'
import type { LinkContext } from '../link-context.ts'
import { missingCredential, resolveCredentials, splitSecrets } from './credentials.ts'
import { parseCustomHost } from './custom-host.ts'
import { bearerToken, type Identity, type Target, targetAt, targetOfEndpoint } from './target.ts'

/** Resolves the target of a call, or returns why there is none. */
export type FindTarget = (call: Call) => Target | Failure

export interface LinkedBinding {
  readonly find: FindTarget
  /** The target of every call that sends no custom host, where the request cannot change it otherwise. */
  readonly fixed?: Target
}

/** `author` chose the base URL, where it is not that of the catalog. */
export function linkStaticBinding(
  binding: StaticBinding,
  author: HostAuthor,
  parts: LinkContext,
): LinkedBinding {
  const spec = parts.catalog.provider(binding.provider)
  if (spec === undefined)
    return { find: () => failure('invalid_request', `Unknown provider "${binding.provider}".`) }
  const credentials = resolveCredentials(binding, parts)
  const { settings } = binding
  const secrets = Object.values(binding.credentials)
  const stored = Object.keys(credentials).length > 0
  /** True when all credentials come from the request itself, so that its headers may complete them. */
  const isCallers = secrets.every(({ source }) => source === 'literal') && spec.auth.form !== 'none'
  const apiKey = typeof credentials['api_key'] === 'string' ? credentials['api_key'] : undefined
  const allowed = new Set([...secrets.flatMap(({ origins }) => origins), ...binding.allowedOrigins])

  /** A plain http address of the catalog is a server on this machine: only the gateway's own configs may send callers there. */
  const authorAt = (address: string): HostAuthor =>
    binding.custom || (author === 'caller' && address.startsWith('http:')) ? author : 'catalog'
  /** The target at a base URL, or why there is none. */
  const targetFor = (address: string, identity: Identity): Target | Failure =>
    URL.canParse(address)
      ? (lacking(identity, binding.custom) ?? targetAt(spec, address, identity, authorAt(address), parts))
      : missingBaseUrl(spec, identity.settings, parts)
  const lacking = ({ credentials: present }: Identity, customHost: boolean): Failure | undefined =>
    missingCredential(spec, present, customHost, parts.gateway.headerPrefix)
  const defaultTarget = targetFor(binding.baseUrl, { key: apiKey, credentials, settings })
  if (stored && !isCallers && !isFailure(defaultTarget) && !allowed.has(defaultTarget.origin))
    return { find: () => originNotAllowed(spec, defaultTarget.origin) }

  const completedBy =
    stored && !isCallers && isFailure(defaultTarget) && binding.baseUrl === '' ? (spec.completedBy ?? []) : []

  /** The target of stored credentials without a base URL, in the region that the request names. */
  const inRegionOf = (headerSettings: Readonly<Record<string, unknown>>): Target | Failure => {
    const added = Object.entries(headerSettings).filter(([name]) => completedBy.includes(name))
    const completeSettings = { ...Object.fromEntries(added), ...settings }
    const address = parts.catalog.baseUrl(spec, completeSettings) ?? ''
    return targetFor(address, { key: apiKey, credentials, settings: completeSettings })
  }

  /** The target of the endpoint, which may have an address of its own: the credential must be bound to that too. */
  const atItsBaseUrl = (found: Target | Failure, { endpoint }: Call): Target | Failure => {
    if (isFailure(found)) return found
    const target = targetOfEndpoint(found, endpoint)
    const isBound = target === found || !stored || isCallers || allowed.has(target.origin)
    return isBound ? target : originNotAllowed(spec, target.origin)
  }

  const find: FindTarget = ({ options: { customHost, authorization, settings: headerSettings } }) => {
    const asStored = !isCallers || (stored && Object.keys(headerSettings).length === 0)
    if (customHost === undefined && asStored)
      return completedBy.length === 0 ? defaultTarget : inRegionOf(headerSettings)
    const identity = isCallers
      ? completed(authorization, headerSettings)
      : { key: apiKey, credentials, settings }
    if (customHost === undefined) {
      if (binding.custom || Object.keys(headerSettings).length === 0)
        return targetFor(binding.baseUrl, identity)
      return targetFor(parts.catalog.baseUrl(spec, identity.settings) ?? '', identity)
    }
    const url = parseCustomHost(customHost, 'caller', parts)
    if (isFailure(url)) return url
    if (stored && !allowed.has(url.origin)) return originNotAllowed(spec, url.origin)
    return lacking(identity, true) ?? targetAt(spec, url.href, identity, 'caller', parts)
  }
  if (spec.endpointBaseUrls !== undefined) return { find: call => atItsBaseUrl(find(call), call) }
  return isCallers || isFailure(defaultTarget) ? { find } : { find, fixed: defaultTarget }

  /** The identity of the binding, completed from the request headers. */
  function completed(
    authorization: string | undefined,
    headerSettings: Readonly<Record<string, unknown>>,
  ): Identity {
    const fromHeaders = splitSecrets(headerSettings)
    const key = apiKey ?? bearerToken(authorization)
    return {
      key,
      credentials: {
        ...fromHeaders.credentials,
        ...credentials,
        ...(key === undefined ? {} : { api_key: key }),
      },
      settings: { ...fromHeaders.settings, ...settings },
    }
  }
}

/** The failure for a provider without a base URL: the provider spec's reason, or a hint to set a custom host. */
export function missingBaseUrl(
  spec: ProviderSpec,
  settings: Readonly<Record<string, unknown>>,
  { catalog, gateway: { headerPrefix } }: Pick<LinkContext, 'catalog' | 'gateway'>,
): Failure {
  const fault = catalog.baseUrlError(spec, settings)
  if (fault === undefined) {
    const reason = `${spec.name} has no default base URL: set one with ${headerPrefix}custom-host.`
    return failure('invalid_request', reason, { param: 'custom_host' })
  }
  const param = fault.property === undefined ? {} : { param: fault.property }
  return failure('invalid_request', `${spec.name} has no base URL: ${fault.message}`, param)
}

const originNotAllowed = (spec: ProviderSpec, origin: string): Failure =>
  failure(
    'blocked_host',
    `The stored credential of ${spec.name} is not bound to ${origin}, so it was not sent.`,
    { param: 'custom_host', cause: 'blocked' },
  )
