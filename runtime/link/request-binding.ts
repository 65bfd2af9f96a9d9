// A provider named by the request: by its provider header, else by the slug in its model. The credential is the
// caller's, from the same request, unless the name is a slug.
import { suggest } from '../../compiler/diagnostics/suggest.ts'
import type { ProviderSpec, RequestBinding } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import { partSecrets } from './credentials.ts'
import { readHost } from './custom-host.ts'
import { missingCredential } from './missing-credential.ts'
import { type FindTarget, noAddress } from './own-binding.ts'
import type { Parts } from './parts.ts'
import { bearerToken, type Target, targetAt } from './target.ts'

/** `bySlug` finds the stored provider of a slug. */
export function linkRequest(
  { customHost, settings }: RequestBinding,
  bySlug: (slug: string, call: Call) => Target | Failure,
  parts: Parts,
): FindTarget {
  return call => {
    const { provider, virtualKey } = call.options
    const named = provider ?? (virtualKey === undefined ? undefined : `@${virtualKey.replace(/^@/, '')}`)
    if (named?.startsWith('@')) return bySlug(named.slice(1), call)
    if (named === undefined)
      return call.slug === undefined ? noProvider(call, bySlug, parts) : bySlug(call.slug, call)
    const row = parts.catalog.provider(named)
    if (row === undefined) return unknownProvider(named, parts)
    return requestTarget(
      row,
      call,
      call.options.customHost ?? customHost,
      { ...settings, ...call.options.settings },
      parts,
    )
  }
}

function requestTarget(
  row: ProviderSpec,
  { options: { authorization } }: Call,
  host: string | undefined,
  settings: Readonly<Record<string, unknown>>,
  parts: Parts,
): Target | Failure {
  const wrong = (message: string, param: string): Failure => failure('invalid_request', message, { param })
  if (!row.served) return wrong(`${row.name} is not supported by this version.`, 'provider')
  const url = host === undefined ? undefined : readHost(host, parts)
  if (url !== undefined && isFailure(url)) return url
  const address = url === undefined ? parts.catalog.address(row, settings) : url.href
  if (address === undefined) return noAddress(row, settings, parts)
  const credential = bearerToken(authorization)
  // A provider may be a server on this machine (Ollama); only the gateway's own configs may send callers there.
  const guarded = host !== undefined || address.startsWith('http:')
  const told = partSecrets(settings)
  const credentials = { ...told.credentials, ...(credential === undefined ? {} : { api_key: credential }) }
  const missing = missingCredential(row, credentials, host !== undefined, parts.gateway.headerPrefix)
  if (missing !== undefined) return missing
  return targetAt(row, address, { key: credential, credentials, settings: told.settings }, guarded, parts)
}

/** A model that starts like a slug is taken as one. */
function noProvider(
  call: Call,
  bySlug: (slug: string, call: Call) => Target | Failure,
  { gateway: { headerPrefix } }: Parts,
): Target | Failure {
  const meant = call.model === undefined ? undefined : /^@([^/]+)\//.exec(call.model)?.[1]
  if (meant !== undefined) return bySlug(meant, call)
  return failure(
    'invalid_request',
    `The request names no provider: write the model as "@slug/model", or send ${headerPrefix}config or ${headerPrefix}provider.`,
    { param: 'provider' },
  )
}

function unknownProvider(name: string, { catalog }: Parts): Failure {
  const nearest = suggest(name, catalog.providerNames)[0]
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return failure('invalid_request', `Unknown provider ${quoted(name)}.${hint}`, { param: 'provider' })
}
