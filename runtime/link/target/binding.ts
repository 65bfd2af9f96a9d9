// Bindings to targets. Everything the config decides is prepared here; a provider or host named by the request is
// resolved per call.
import type { Binding, Gateway, SlugBinding, StaticBinding } from '../../../schemas/generated/types.ts'
import { suggest } from '../../../schemas/values/suggest.ts'
import { isUuid, linkDerivedIds } from '../../../schemas/values/uuid.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { StoredProvider } from '../../values/stored-providers.ts'
import type { LinkContext, StoredTargets } from '../link-context.ts'
import { withStoredSecrets } from './credentials.ts'
import { authorOf } from './custom-host.ts'
import { linkOwnBinding } from './referring-binding.ts'
import { linkRequest } from './request-binding.ts'
import type { FindTarget, LinkedBinding } from './static-binding.ts'
import type { Target } from './target.ts'

export function linkBinding(binding: Binding, parts: LinkContext): LinkedBinding {
  const author = authorOf(parts.scope)
  if (binding.from === 'own') return linkOwnBinding(binding, author, parts)
  // A stored provider is the operator's, regardless of who names it; a host next to it is that of the author of the config.
  const hostAuthor = binding.customHost === undefined ? 'operator' : author
  if (binding.from === 'slug') {
    const { providers } = parts.gateway
    const ofManifest = linkDerivedIds(parts.ports.hash, 'provider', () => Object.keys(providers))
    const slug = ofManifest(binding.slug) ?? binding.slug
    const stored = Object.hasOwn(providers, slug) ? providers[slug] : undefined
    if (stored === undefined) {
      const findSaved = linkSaved(binding, parts)
      const slugOf = linkProviderSlug(parts)
      return { find: call => findSaved(slugOf(slug, call.workspace), call) }
    }
    const provider = withSettings(stored, binding.customHost, binding.settings, parts)
    return linkOwnBinding(provider, hostAuthor, parts)
  }
  const stored = new Map(
    Object.entries(parts.gateway.providers).map(([slug, provider]) => [
      slug,
      linkOwnBinding(withSettings(provider, binding.customHost, binding.settings, parts), hostAuthor, parts),
    ]),
  )
  const findSaved = linkSaved(binding, parts)
  const bySlug = (slug: string, call: Call): Target | Failure =>
    stored.get(slug)?.find(call) ?? findSaved(slug, call)
  return { find: linkRequest(binding, bySlug, parts) }
}

/** Finds targets of providers that were saved by API, each linked when it is first called and again when it has changed. */
function linkSaved(
  { customHost, settings }: Pick<SlugBinding, 'customHost' | 'settings'>,
  parts: LinkContext,
): (slug: string, call: Call) => Target | Failure {
  const { stored, gateway } = parts
  const { providers } = stored
  if (providers === undefined) return slug => unknownSlug(slug, gateway)
  const linked = new WeakMap<StoredProvider, LinkedBinding>()
  return (slug, call) => {
    const found = providers.find(slug, call.workspace)
    if (found === undefined) return providers.lookFault?.() ?? unknownSlug(slug, gateway)
    if (isFailure(found)) return found
    let binding = linked.get(found)
    if (binding === undefined) {
      const provider = withSettings(found.binding, customHost, settings, parts)
      binding = linkOwnBinding(provider, 'caller', {
        ...withStoredSecrets(found, parts),
        scope: { ...parts.scope, allowsModel: found.allowsModel },
      })
      linked.set(found, binding)
    }
    return binding.find(call)
  }
}

function unknownSlug(slug: string, { providers, pools }: LinkContext['gateway']): Failure {
  const nearest = suggest(slug, Object.keys({ ...providers, ...pools }))[0]
  const hint = nearest === undefined ? '' : ` Did you mean "@${nearest}"?`
  return failure(
    'invalid_request',
    `No provider with the slug ${quoted(`@${slug}`)} is stored in this gateway.${hint}`,
    {
      param: 'provider',
    },
  )
}

/** A stored provider with the config's settings: a region or resource changes its address, maybe beyond its origins. */
function withSettings(
  stored: StaticBinding,
  customHost: string | undefined,
  settings: Readonly<Record<string, unknown>> | undefined,
  { catalog }: Pick<LinkContext, 'catalog'>,
): StaticBinding {
  const provider = { ...stored, settings: { ...stored.settings, ...settings } }
  if (customHost !== undefined) return { ...provider, baseUrl: customHost, custom: true }
  const spec = settings === undefined || stored.custom ? undefined : catalog.provider(stored.provider)
  return spec === undefined
    ? provider
    : { ...provider, baseUrl: catalog.baseUrl(spec, provider.settings) ?? '' }
}

/** The slug of the stored provider that a call uses, for limits and the log; undefined where it is not a stored one. */
export function linkStoredSlug(
  binding: Binding,
  parts: LinkContext,
): (call: Pick<Call, 'options' | 'slug' | 'workspace'>) => string | undefined {
  const pool = parts.scope?.pool
  if (pool !== undefined) return () => pool.slug
  if (binding.from === 'slug') {
    if (!isUuid(binding.slug)) return () => binding.slug
    const slugOf = linkProviderSlug(parts)
    return ({ workspace }) => slugOf(binding.slug, workspace)
  }
  if (binding.from === 'own') return () => undefined
  return ({ options: { provider, virtualKey }, slug }) => {
    if (provider !== undefined) return provider.startsWith('@') ? provider.slice(1) : undefined
    return virtualKey === undefined ? slug : virtualKey.replace(/^@/, '')
  }
}

/**
 * Another slug whose policies hold for a call: of a member of a pool that of its own provider, and that of the pool where a call names the
 * member itself. Undefined without pools.
 */
export function linkOtherSlug(
  slugOf: (call: Call) => string | undefined,
  { scope, gateway: { pools } }: Pick<LinkContext, 'scope' | 'gateway'>,
): ((call: Call) => string | undefined) | undefined {
  const pool = scope?.pool
  if (pool !== undefined) return () => pool.provider
  if (pools === undefined) return undefined
  const owners = new Map(
    Object.entries(pools).flatMap(([slug, { members }]) =>
      members.flatMap(member =>
        member.slug === `${slug}.${member.name}` ? [[member.slug, slug] as const] : [],
      ),
    ),
  )
  return call => owners.get(slugOf(call) ?? '')
}

/** Whether calls of a workspace can name a stored provider, or a pool, by a slug. */
export const hasProvider = (
  slug: string,
  workspace: string,
  {
    gateway: { providers, pools },
    stored,
  }: {
    readonly gateway: Pick<Gateway, 'providers' | 'pools'>
    readonly stored: Pick<StoredTargets, 'providers'>
  },
): boolean =>
  Object.hasOwn(providers, slug) ||
  (pools !== undefined && Object.hasOwn(pools, slug)) ||
  stored.providers?.has(slug, workspace) === true

/** The slug of a provider that calls of a workspace can name; any other name is as it was. */
export type ProviderSlug = (name: string, workspace: string) => string

export function linkProviderSlug({
  gateway: { providers, pools = {} },
  ports,
  stored,
}: Pick<LinkContext, 'gateway' | 'ports' | 'stored'>): ProviderSlug {
  const ofManifest = linkDerivedIds(ports.hash, 'provider', () => [
    ...Object.keys(providers),
    ...Object.keys(pools),
  ])
  return (name, workspace) =>
    isUuid(name) && !Object.hasOwn(providers, name)
      ? (stored.providers?.slugOf(name, workspace) ?? ofManifest(name) ?? name)
      : name
}

// Models that the owner of a stored provider has switched off: the target refuses them, so that a fallback may go on. If some are off, a
// request whose model cannot be determined is refused too, unless it cannot run a model.

/** The targets of a binding, or why one does not serve the model of a call. Most are known at link time. */
export const linkAllowedModels =
  (find: FindTarget, fixed: Target | undefined, modelOf: (call: Call) => string | undefined): FindTarget =>
  call => {
    if (fixed !== undefined && call.options.customHost === undefined) return fixed
    const target = find(call)
    return isFailure(target) || target.allowsModel === undefined
      ? target
      : (modelRefusal(target, call, modelOf(call)) ?? target)
  }

/** Why a target with switched models does not serve a call with this model. */
function modelRefusal(
  { allowsModel, adapter, spec }: Pick<Target, 'allowsModel' | 'adapter' | 'spec'>,
  call: Pick<Call, 'endpoint' | 'resource' | 'upgrade' | 'method' | 'pathname'>,
  model: string | undefined,
): Failure | undefined {
  if (allowsModel === undefined) return undefined
  if (model !== undefined && isSure(model, call, adapter !== undefined))
    return allowsModel(model)
      ? undefined
      : failure(
          'forbidden',
          `The model ${quoted(model)} of ${spec.name} is switched off for this integration.`,
          { param: 'model' },
        )
  return runsNoModel(call)
    ? undefined
    : failure(
        'forbidden',
        `Models of ${spec.name} are switched off for this integration, and the request does not name its model.`,
        { param: 'model' },
      )
}

/** Providers with a dialect of their own may read the model of a passed-through request only from its path. */
const isSure = (
  model: string,
  { endpoint, resource, upgrade, pathname }: Pick<Call, 'endpoint' | 'resource' | 'upgrade' | 'pathname'>,
  hasDialect: boolean,
): boolean =>
  endpoint !== undefined ||
  resource !== undefined ||
  upgrade === true ||
  !hasDialect ||
  pathname.split(/[/:]/).includes(model)

const runsNoModel = ({ method, upgrade, resource }: Pick<Call, 'method' | 'upgrade' | 'resource'>): boolean =>
  (upgrade !== true && (method === 'GET' || method === 'HEAD' || method === 'DELETE')) ||
  resource?.route === 'files'
