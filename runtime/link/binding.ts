// Bindings → targets. What the config decides is prepared here; a provider or host that the request names is
// resolved per call. The law: a stored credential goes only to the origins it is bound to (semantics, section 11).
import { suggest } from '../../compiler/diagnostics/suggest.ts'
import type { Json } from '../../compiler/source.ts'
import type { Binding, OwnBinding, ProviderRow } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import type { Credentials } from '../providers/authentication.ts'
import { readHost } from './custom-host.ts'
import type { Parts } from './parts.ts'
import { linkRequest } from './request-binding.ts'
import { bearerToken, type Target, targetAt } from './target.ts'

/** The target of a call, or why it has none. */
export type FindTarget = (call: Call) => Target | Failure

export function linkBinding(binding: Binding, parts: Parts): FindTarget {
  if (binding.from === 'own') return linkOwn(binding, parts)
  if (binding.from === 'slug') {
    const stored = parts.gateway.providers[binding.slug]
    if (stored === undefined) return () => unknownSlug(binding.slug, parts.gateway)
    return linkOwn(withSettings(stored, binding.customHost, binding.settings), parts)
  }
  const stored = new Map(
    Object.entries(parts.gateway.providers).map(([slug, own]) => [
      slug,
      linkOwn(withSettings(own, binding.customHost, binding.settings), parts),
    ]),
  )
  const bySlug = (slug: string, call: Call): Target | Failure =>
    stored.get(slug)?.(call) ?? unknownSlug(slug, parts.gateway)
  return linkRequest(binding, bySlug, parts)
}

function unknownSlug(slug: string, { providers }: Parts['gateway']): Failure {
  const nearest = suggest(slug, Object.keys(providers))[0]
  const hint = nearest === undefined ? '' : ` Did you mean "@${nearest}"?`
  return failure(
    'invalid_request',
    `No provider with the slug ${quoted(`@${slug}`)} is stored in this gateway.${hint}`,
    {
      param: 'provider',
    },
  )
}

const withSettings = (
  stored: OwnBinding,
  customHost: string | undefined,
  settings: Readonly<Record<string, unknown>> | undefined,
): OwnBinding => ({
  ...stored,
  ...(customHost === undefined ? {} : { baseUrl: customHost, custom: true }),
  settings: { ...stored.settings, ...settings },
})

/** A provider of the config itself. Where it names no credential, the caller's own is used. */
function linkOwn(binding: OwnBinding, parts: Parts): FindTarget {
  const row = parts.catalog.provider(binding.provider)
  if (row === undefined)
    return () => failure('invalid_request', `No provider is called "${binding.provider}".`)
  const credentials = resolved(binding, parts)
  const stored = Object.keys(credentials).length > 0
  const credential = typeof credentials['api_key'] === 'string' ? credentials['api_key'] : undefined
  const origins = Object.values(binding.credentials).flatMap(secret => secret.origins)
  const allowed = new Set([...origins, ...binding.allowedOrigins])
  const at = (address: string, guarded: boolean, key: string | undefined): Target =>
    targetAt(
      row,
      address,
      {
        key,
        credentials: key === undefined ? credentials : { ...credentials, api_key: key },
        settings: binding.settings,
      },
      guarded,
      parts,
    )
  if (!URL.canParse(binding.baseUrl))
    return () => failure('invalid_request', `${row.name} has no address: name one with custom_host.`)
  const usual = at(binding.baseUrl, binding.custom, credential)
  if (stored && !allowed.has(usual.origin)) return () => outOfBounds(row, usual.origin)
  const callers = !stored && row.auth.form !== 'none'
  return ({ options: { customHost, authorization } }) => {
    const key = callers ? bearerToken(authorization) : credential
    if (customHost === undefined) return callers ? at(binding.baseUrl, binding.custom, key) : usual
    const url = readHost(customHost, parts)
    if (isFailure(url)) return url
    if (stored && !allowed.has(url.origin)) return outOfBounds(row, url.origin)
    return at(url.href, true, key)
  }
}

/** The secrets of a binding by the names of their properties; a service account is JSON. */
function resolved(binding: OwnBinding, parts: Parts): Credentials {
  const entries = Object.entries(binding.credentials).flatMap(([name, secret]) => {
    const value = parts.secret(secret)
    return value === undefined ? [] : [[name, name.endsWith('_json') ? readJson(value) : value] as const]
  })
  return Object.fromEntries(entries)
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

const outOfBounds = (row: ProviderRow, origin: string): Failure =>
  failure(
    'blocked_host',
    `The stored credential of ${row.name} is not bound to ${origin} and was not sent there.`,
    { param: 'custom_host', cause: 'blocked' },
  )
