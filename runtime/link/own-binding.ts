// A provider that a config or the manifest names, with a credential or without: then the caller's own is used. The law:
// a stored credential goes only to the origins it is bound to (semantics, section 11).
import type { ProviderSpec, StaticBinding } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import { partSecrets, resolveCredentials } from './credentials.ts'
import { readHost } from './custom-host.ts'
import { missingCredential } from './missing-credential.ts'
import type { Parts } from './parts.ts'
import { bearerToken, type Identity, type Target, targetAt } from './target.ts'

/** The target of a call, or why it has none. */
export type FindTarget = (call: Call) => Target | Failure

export function linkOwn(binding: StaticBinding, parts: Parts): FindTarget {
  const row = parts.catalog.provider(binding.provider)
  if (row === undefined)
    return () => failure('invalid_request', `No provider is called "${binding.provider}".`)
  const credentials = resolveCredentials(binding, parts)
  const { settings } = binding
  const secrets = Object.values(binding.credentials)
  const stored = Object.keys(credentials).length > 0
  /** All of it comes from the request at hand, so its headers may complete it. */
  const callers = secrets.every(({ source }) => source === 'literal') && row.auth.form !== 'none'
  const ownKey = typeof credentials['api_key'] === 'string' ? credentials['api_key'] : undefined
  const allowed = new Set([...secrets.flatMap(({ origins }) => origins), ...binding.allowedOrigins])

  /** Where the binding itself leads, or why it leads nowhere. */
  const placed = (address: string, identity: Identity): Target | Failure =>
    URL.canParse(address)
      ? (lacking(identity, binding.custom) ?? targetAt(row, address, identity, binding.custom, parts))
      : noAddress(row, identity.settings, parts)
  const lacking = ({ credentials: present }: Identity, customHost: boolean): Failure | undefined =>
    missingCredential(row, present, customHost, parts.gateway.headerPrefix)
  const usual = placed(binding.baseUrl, { key: ownKey, credentials, settings })
  if (stored && !callers && !isFailure(usual) && !allowed.has(usual.origin))
    return () => outOfBounds(row, usual.origin)

  return ({ options: { customHost, authorization, settings: said } }) => {
    const asStored = !callers || (stored && Object.keys(said).length === 0)
    if (customHost === undefined && asStored) return usual
    const identity = callers ? completed(authorization, said) : { key: ownKey, credentials, settings }
    if (customHost === undefined) {
      if (binding.custom || Object.keys(said).length === 0) return placed(binding.baseUrl, identity)
      return placed(parts.catalog.address(row, identity.settings) ?? '', identity)
    }
    const url = readHost(customHost, parts)
    if (isFailure(url)) return url
    if (stored && !allowed.has(url.origin)) return outOfBounds(row, url.origin)
    return lacking(identity, true) ?? targetAt(row, url.href, identity, true, parts)
  }

  /** What the binding says, and where it is silent what the request's headers say. */
  function completed(authorization: string | undefined, said: Readonly<Record<string, unknown>>): Identity {
    const told = partSecrets(said)
    const key = ownKey ?? bearerToken(authorization)
    return {
      key,
      credentials: { ...told.credentials, ...credentials, ...(key === undefined ? {} : { api_key: key }) },
      settings: { ...told.settings, ...settings },
    }
  }
}

/** Why settings lead nowhere: the provider's own reason, or that it has no address at all. */
export function noAddress(
  row: ProviderSpec,
  settings: Readonly<Record<string, unknown>>,
  { catalog, gateway: { headerPrefix } }: Pick<Parts, 'catalog' | 'gateway'>,
): Failure {
  const fault = catalog.addressFault(row, settings)
  if (fault === undefined) {
    const reason = `${row.name} has no address of its own: name one with ${headerPrefix}custom-host.`
    return failure('invalid_request', reason, { param: 'custom_host' })
  }
  const param = fault.property === undefined ? {} : { param: fault.property }
  return failure('invalid_request', `${row.name} has no address: ${fault.message}`, param)
}

const outOfBounds = (row: ProviderSpec, origin: string): Failure =>
  failure(
    'blocked_host',
    `The stored credential of ${row.name} is not bound to ${origin} and was not sent there.`,
    { param: 'custom_host', cause: 'blocked' },
  )
