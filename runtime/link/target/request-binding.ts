// A provider named by the request: by its provider header, else by the slug in its model. The credential is the
// caller's, from the same request, unless the name is a slug.

import { findOwners, type PlainNames, plainNames } from '../../../compiler/facts/known-models.ts'
import type { ProviderSpec, RequestBinding } from '../../../schemas/generated/types.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { suggest } from '../../../schemas/values/suggest.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure, methodNotAllowed, quoted } from '../../values/failures.ts'
import { geminiRequest } from '../../values/gemini-path.ts'
import type { LinkContext } from '../link-context.ts'
import { missingCredential, splitSecrets } from './credentials.ts'
import { authorOf, parseCustomHost } from './custom-host.ts'
import { type FindTarget, missingBaseUrl } from './static-binding.ts'
import { bearerToken, type Target, targetAt, targetOfEndpoint } from './target.ts'

/** `bySlug` finds the stored provider of a slug. */
export function linkRequest(
  { customHost, settings }: RequestBinding,
  bySlug: (slug: string, call: Call) => Target | Failure,
  parts: LinkContext,
): FindTarget {
  const noProvider = linkUnnamed(bySlug, parts)
  return call => {
    const { provider, virtualKey } = call.options
    const named = provider ?? (virtualKey === undefined ? undefined : `@${virtualKey.replace(/^@/, '')}`)
    if (named?.startsWith('@')) return bySlug(named.slice(1), call)
    if (named === undefined) return call.slug === undefined ? noProvider(call) : bySlug(call.slug, call)
    const spec = parts.catalog.provider(named)
    if (spec === undefined) return unknownProvider(named, parts)
    return requestTarget(spec, call, customHost, { ...settings, ...call.options.settings }, parts)
  }
}

function requestTarget(
  spec: ProviderSpec,
  { endpoint, options: { authorization, customHost } }: Call,
  hostOfConfig: string | undefined,
  settings: Readonly<Record<string, unknown>>,
  parts: LinkContext,
): Target | Failure {
  const invalid = (message: string, param: string): Failure => failure('invalid_request', message, { param })
  if (!spec.served) return invalid(spec.ended ?? `${spec.name} is not supported by this version.`, 'provider')
  const host = customHost ?? hostOfConfig
  const author = customHost === undefined ? authorOf(parts.scope) : 'caller'
  const url = host === undefined ? undefined : parseCustomHost(host, author, parts)
  if (url !== undefined && isFailure(url)) return url
  const address = url === undefined ? parts.catalog.baseUrl(spec, settings) : url.href
  if (address === undefined) return missingBaseUrl(spec, settings, parts)
  const credential = bearerToken(authorization)
  const fromHeaders = splitSecrets(settings)
  const credentials = {
    ...fromHeaders.credentials,
    ...(credential === undefined ? {} : { api_key: credential }),
  }
  const missing = missingCredential(spec, credentials, host !== undefined, parts.gateway.headerPrefix)
  if (missing !== undefined) return missing
  const identity = { key: credential, credentials, settings: fromHeaders.settings }
  // A provider may be a server on this machine (Ollama); only the gateway's own configs may send callers there.
  const hostAuthor = host !== undefined ? author : address.startsWith('http:') ? 'caller' : 'catalog'
  return targetOfEndpoint(targetAt(spec, address, identity, hostAuthor, parts), endpoint)
}

/** A model that starts like a slug is taken as one. */
function linkUnnamed(
  bySlug: (slug: string, call: Call) => Target | Failure,
  { gateway, catalog }: LinkContext,
): FindTarget {
  const { headerPrefix, providers, apiKeys } = gateway
  let names: PlainNames | undefined
  /** The slugs of the stored providers that have the model, where plain names are served: which of them is not known. */
  const owners = (model: string | undefined): readonly string[] => {
    if (model === undefined || [gateway, ...apiKeys].every(each => each.plainNames !== true)) return []
    names ??= plainNames(gateway, catalog)
    return findOwners(names, model)
  }
  return call => {
    const suggested = call.model === undefined ? undefined : /^@([^/]+)\//.exec(call.model)?.[1]
    if (suggested !== undefined) return bySlug(suggested, call)
    // Only a provider that stores chats has a list of them.
    if (call.method === 'GET' && call.pathname === '/v1/chat/completions')
      return methodNotAllowed(['POST'], '/chat/completions requires POST.')
    // Uploads, interactions and tokens name no model, and a bare model is one of the vendor.
    const google =
      geminiRequest(call.pathname) &&
      Object.keys(providers).filter(slug => providers[slug]?.provider === 'google')
    if (google?.length === 1) return bySlug(google[0] ?? '', call)
    const named = owners(call.model).map(slug => quoted(`@${slug}/${call.model}`))
    if (named.length > 0)
      return failure(
        'invalid_request',
        `Several stored providers have the model ${quoted(call.model ?? '')}: write ${joinNames(named, 'or')}, or add an alias for it.`,
        { param: 'model' },
      )
    return failure(
      'invalid_request',
      `The request names no provider: write the model as "@slug/model", or send ${headerPrefix}config or ${headerPrefix}provider.`,
      { param: 'provider' },
    )
  }
}

function unknownProvider(name: string, { catalog }: LinkContext): Failure {
  const nearest = suggest(name, catalog.providerNames)[0]
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return failure('invalid_request', `Unknown provider ${quoted(name)}.${hint}`, { param: 'provider' })
}
