// Bindings → targets. What the config decides is prepared here; a provider or host that the request names is
// resolved per call. The law: a stored credential goes only to the origins it is bound to (semantics, section 11).
import { suggest } from '../../compiler/diagnostics/suggest.ts'
import type { Binding, OwnBinding, ProviderRow } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Parts } from './parts.ts'
import { splitBaseUrl, type Target, targetHeaders } from './target.ts'

/** The target of a call, or why it has none. */
export type FindTarget = (call: Call) => Target | Failure

export function linkBinding(binding: Binding, parts: Parts): FindTarget {
  if (binding.from === 'own') return linkOwn(binding, parts)
  if (binding.from === 'slug') {
    const stored = parts.gateway.providers[binding.slug]
    if (stored === undefined) return () => unknownSlug(binding.slug, parts.gateway)
    return linkOwn(withSettings(stored, binding.customHost, binding.settings), parts)
  }
  return linkRequest(binding.customHost, binding.settings, parts)
}

function unknownSlug(slug: string, { providers }: Parts['gateway']): Failure {
  const nearest = suggest(slug, Object.keys(providers))[0]
  return failure(
    'invalid_request',
    `No provider with the slug "@${slug}" is stored in this gateway.${nearest ? ` Did you mean "@${nearest}"?` : ''}`,
    { param: 'provider' },
  )
}

const withSettings = (
  stored: OwnBinding,
  customHost: string | undefined,
  settings: Readonly<Record<string, unknown>> | undefined,
): OwnBinding => ({
  ...stored,
  ...(customHost === undefined ? {} : { baseUrl: customHost.replace(/\/+$/, ''), custom: true }),
  settings: { ...stored.settings, ...settings },
})

/** A provider of the config itself. Where it names no credential, the caller's own is used. */
function linkOwn(binding: OwnBinding, parts: Parts): FindTarget {
  const row = parts.catalog.provider(binding.provider)
  if (row === undefined)
    return () => failure('invalid_request', `No provider is called "${binding.provider}".`)
  const secret = Object.values(binding.credentials)[0]
  const credential = secret === undefined ? undefined : parts.secret(secret)
  const allowed = new Set([...(secret?.origins ?? []), ...binding.allowedOrigins])
  const at = (address: string, guarded: boolean, key: string | undefined): Target => ({
    row,
    adapter: parts.adapter(row),
    ...splitBaseUrl(address),
    headers: targetHeaders(row, key, binding.settings),
    identity: parts.ports.hash(`${row.id} ${key ?? ''}`).slice(0, 16),
    guarded,
  })
  const usual = at(binding.baseUrl, binding.custom, credential)
  if (credential !== undefined && !allowed.has(usual.origin)) return () => outOfBounds(row, usual.origin)
  const callers = credential === undefined && row.auth.form !== 'none'
  return ({ options: { customHost, authorization } }) => {
    const key = callers ? bearerToken(authorization) : credential
    if (customHost === undefined) return callers ? at(binding.baseUrl, binding.custom, key) : usual
    const url = readHost(customHost, parts)
    if (isFailure(url)) return url
    if (credential !== undefined && !allowed.has(url.origin)) return outOfBounds(row, url.origin)
    return at(customHost.replace(/\/+$/, ''), true, key)
  }
}

const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '')

const outOfBounds = (row: ProviderRow, origin: string): Failure =>
  failure(
    'blocked_host',
    `The stored credential of ${row.name} is not bound to ${origin} and was not sent there.`,
    {
      param: 'custom_host',
      cause: 'blocked',
    },
  )

/** A custom host that a caller names, judged as far as its text tells. */
function readHost(text: string, { catalog, gateway }: Parts): URL | Failure {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return failure('blocked_host', 'The custom host is not a URL of the form https://host/path.', {
      param: 'custom_host',
    })
  }
  const fault = catalog.judgeHost(url, gateway.trustedHosts)
  return fault === undefined
    ? url
    : failure('blocked_host', fault, { param: 'custom_host', cause: 'blocked' })
}

/** A provider that the request names: its provider header, else the slug in its model. */
function linkRequest(
  configHost: string | undefined,
  settings: Readonly<Record<string, unknown>> | undefined,
  parts: Parts,
): FindTarget {
  const stored = new Map(
    Object.entries(parts.gateway.providers).map(([slug, own]) => [
      slug,
      linkOwn(withSettings(own, configHost, settings), parts),
    ]),
  )
  return call => {
    const { provider, virtualKey, authorization } = call.options
    const named = provider ?? (virtualKey === undefined ? undefined : `@${virtualKey.replace(/^@/, '')}`)
    const slug = named === undefined ? call.slug : named.startsWith('@') ? named.slice(1) : undefined
    if (slug !== undefined) return stored.get(slug)?.(call) ?? unknownSlug(slug, parts.gateway)
    if (named === undefined) return noProvider(call, parts)
    const row = parts.catalog.provider(named)
    if (row === undefined) return unknownProvider(named, parts)
    return requestTarget(
      row,
      configHost,
      { ...settings, ...call.options.settings },
      authorization,
      call,
      parts,
    )
  }
}

function requestTarget(
  row: ProviderRow,
  configHost: string | undefined,
  settings: Readonly<Record<string, unknown>>,
  authorization: string | undefined,
  call: Call,
  parts: Parts,
): Target | Failure {
  if (!row.served)
    return failure('invalid_request', `${row.name} is not served by this version.`, { param: 'provider' })
  const host = call.options.customHost ?? configHost
  if (host !== undefined) {
    const url = readHost(host, parts)
    if (isFailure(url)) return url
  }
  const address = host?.replace(/\/+$/, '') ?? row.baseUrl
  if (address === undefined) {
    return failure(
      'invalid_request',
      `${row.name} has no address of its own: name one with ${parts.gateway.headerPrefix}custom-host.`,
      { param: 'custom_host' },
    )
  }
  const credential = bearerToken(authorization)
  if (credential === undefined && row.auth.form !== 'none' && host === undefined) {
    return failure(
      'invalid_request',
      `${row.name} needs a credential: send it as "Authorization: Bearer KEY", or name a stored one with @slug.`,
      { param: 'authorization' },
    )
  }
  return {
    row,
    adapter: parts.adapter(row),
    ...splitBaseUrl(address),
    headers: targetHeaders(row, credential, settings),
    identity: parts.ports.hash(`${row.id} ${credential ?? ''}`).slice(0, 16),
    guarded: host !== undefined,
  }
}

/** A model that begins like a slug was meant as one. */
function noProvider({ model }: Call, { gateway }: Parts): Failure {
  const meant = model === undefined ? undefined : /^@([^/]+)\//.exec(model)?.[1]
  if (meant !== undefined) return unknownSlug(meant, gateway)
  return failure(
    'invalid_request',
    `The request names no provider: write the model as "@slug/model", or send ${gateway.headerPrefix}config or ${gateway.headerPrefix}provider.`,
    { param: 'provider' },
  )
}

const unknownProvider = (name: string, { catalog }: Parts): Failure => {
  const nearest = suggest(name, catalog.providerNames)[0]
  return failure(
    'invalid_request',
    `No provider is called "${name}".${nearest ? ` Did you mean "${nearest}"?` : ''}`,
    { param: 'provider' },
  )
}
