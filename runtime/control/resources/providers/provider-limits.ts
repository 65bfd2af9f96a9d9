// The limits of integrations in workspaces and of providers as they are enforced: policies with the workspace and the slugs of the
// provider as conditions. A call is counted at the target that it reaches, so that a fallback goes on where one is used up.
import type { Limiter } from '../../../limits/limiter.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Replica } from '../../core/replica.ts'
import { followEach, isLimited, type LimitOwner, ownPolicies } from '../../limits/limit-owner.ts'
import { INTEGRATION, integrationOf, limitsIn, type SavedIntegration } from '../integrations/model.ts'
import { hasAccess } from '../integrations/owned-integration.ts'
import { PROVIDER, PROVIDERS_OF_INTEGRATION, providerOf, type SavedProvider, slugInKey } from './model.ts'

type Sources = Pick<ControlSources, 'gateway' | 'replica'>

export interface ProviderOwners {
  /** An integration in one workspace: all its providers there are counted together. */
  readonly ofIntegration: (integration: SavedIntegration, workspace: string) => LimitOwner
  readonly ofProvider: (provider: SavedProvider) => LimitOwner
}

const isOfManifest = ({ providers, pools = {} }: Sources['gateway'], slug: string): boolean =>
  Object.hasOwn(providers, slug) || Object.hasOwn(pools, slug)

/** They are of the manifest that the sources have when one is read. */
export function linkProviderOwners(sources: Sources): ProviderOwners {
  const { replica } = sources
  /** Where git has a slug, its provider is the one that is called. */
  const conditionsOf = (workspace: string, names: readonly string[]): LimitOwner['conditions'] => [
    { key: 'workspace_id', value: workspace },
    {
      key: 'provider',
      value: names.filter(slug => !isOfManifest(sources.gateway, slug)).map(slug => `@${slug}`),
    },
  ]
  return {
    ofIntegration: ({ id, name, slug, defaultSlug, limits }, workspace) => ({
      ...limitsIn({ limits }, workspace),
      id: `${id}-${workspace}`,
      name: `${name} in ${workspace}`,
      conditions: conditionsOf(workspace, [
        ...(defaultSlug === undefined ? [] : [defaultSlug]),
        ...(replica?.find(PROVIDERS_OF_INTEGRATION, `${workspace}/${slug}`) ?? []).map(({ id }) =>
          slugInKey(id),
        ),
      ]),
    }),
    ofProvider: ({ id, name, workspace, slug, rateLimits, usageLimits }) => ({
      rateLimits,
      usageLimits,
      id,
      name,
      conditions: conditionsOf(workspace, [slug]),
    }),
  }
}

/** An integration in every workspace that limits it. */
export const integrationOwners = (
  integration: SavedIntegration,
  { ofIntegration }: ProviderOwners,
): readonly LimitOwner[] =>
  Object.keys(integration.limits)
    .filter(workspace => hasAccess(integration, workspace))
    .map(workspace => ofIntegration(integration, workspace))

/**
 * Enforces the limits of integrations and providers, now and after each change of them. The function that is returned is called with
 * each manifest that is loaded: its providers take the place of those of the store.
 */
export function followProviderLimits(
  limiter: Pick<Limiter, 'edit'>,
  replica: Replica,
  first: ControlSources['gateway'],
): (next: ControlSources['gateway']) => void {
  const sources = { replica, gateway: first }
  const { ofIntegration, ofProvider } = linkProviderOwners(sources)
  const editIn = (workspace: string, slug: string, integration: SavedIntegration | undefined): void => {
    const isEnforced =
      integration !== undefined &&
      Object.hasOwn(integration.limits, workspace) &&
      hasAccess(integration, workspace)
    limiter.edit(
      'providers',
      `${INTEGRATION} ${workspace}/${slug}`,
      isEnforced ? ownPolicies(ofIntegration(integration, workspace)) : undefined,
    )
  }
  /** Those with limits, by their slugs. */
  const limited = new Map<string, SavedIntegration>()
  followEach(replica, INTEGRATION, (slug, resource) => {
    const before = limited.get(slug)
    const after = resource && 'limits' in resource.value ? integrationOf(resource) : undefined
    if (after === undefined) limited.delete(slug)
    else limited.set(slug, after)
    for (const workspace of new Set(Object.keys({ ...before?.limits, ...after?.limits })))
      if (!isSameIn(workspace, before, after)) editIn(workspace, slug, after)
    return after !== undefined
  })
  /** The integrations of providers, which limit them together. */
  const integrations = new Map<string, string>()
  const editProviders = followEach(replica, PROVIDER, (key, resource) => {
    const provider = resource && providerOf(resource)
    limiter.edit(
      'providers',
      `${PROVIDER} ${key}`,
      provider && isLimited(resource) ? ownPolicies(ofProvider(provider)) : undefined,
    )
    const before = integrations.get(key)
    const after = provider?.integration
    if (after === undefined) integrations.delete(key)
    else integrations.set(key, after)
    if (before !== after)
      for (const slug of [before, after])
        if (slug !== undefined) editIn(key.slice(0, key.indexOf('/')), slug, limited.get(slug))
    return provider !== undefined
  })
  return next => {
    const before = slugsOf(sources.gateway)
    sources.gateway = next
    if (slugsOf(next) === before) return
    editProviders()
    for (const [slug, integration] of limited)
      for (const workspace of Object.keys(integration.limits)) editIn(workspace, slug, integration)
  }
}

/** The providers and pools of a manifest, as one text. */
const slugsOf = ({ providers, pools = {} }: ControlSources['gateway']): string =>
  Object.keys({ ...providers, ...pools })
    .sort()
    .join(' ')

/** Whether two versions of an integration limit a workspace alike. */
function isSameIn(
  workspace: string,
  before: SavedIntegration | undefined,
  after: SavedIntegration | undefined,
): boolean {
  if (before === undefined || after === undefined) return false
  return (
    before.id === after.id &&
    before.name === after.name &&
    before.defaultSlug === after.defaultSlug &&
    hasAccess(before, workspace) === hasAccess(after, workspace) &&
    JSON.stringify(limitsIn(before, workspace)) === JSON.stringify(limitsIn(after, workspace))
  )
}
