// The limits of integrations in workspaces and of providers as they are enforced: policies with the workspace and the slugs of the
// provider as conditions. A call is counted at the target that it reaches, so that a fallback goes on where one is used up.
import type { Limiter } from '../../../limits/limiter.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Replica } from '../../core/replica.ts'
import { type LimitOwner, policiesOfOwners } from '../../limits/limit-owner.ts'
import { NO_LIMITS } from '../../limits/resource-limits.ts'
import { allIntegrations, INTEGRATION, type SavedIntegration } from '../integrations/model.ts'
import { hasAccess } from '../integrations/owned-integration.ts'
import { PROVIDER, type SavedProvider, savedProviders } from './model.ts'

type Sources = Pick<ControlSources, 'gateway' | 'replica'>

export interface ProviderOwners {
  /** An integration in one workspace: all its providers there are counted together. */
  readonly ofIntegration: (integration: SavedIntegration, workspace: string) => LimitOwner
  readonly ofProvider: (provider: SavedProvider) => LimitOwner
}

/** Indexes the providers of the store once, for many owners. */
export function linkProviderOwners({ replica, gateway }: Sources): ProviderOwners {
  const slugs = Map.groupBy(
    savedProviders(replica),
    ({ workspace, integration }) => `${workspace}/${integration}`,
  )
  /** Where git has a slug, its provider is the one that is called. */
  const conditionsOf = (workspace: string, names: readonly string[]): LimitOwner['conditions'] => [
    { key: 'workspace_id', value: workspace },
    {
      key: 'provider',
      value: names
        .filter(slug => !Object.hasOwn(gateway.providers, slug) && !Object.hasOwn(gateway.pools ?? {}, slug))
        .map(slug => `@${slug}`),
    },
  ]
  return {
    ofIntegration: ({ id, name, slug, defaultSlug, limits }, workspace) => ({
      ...(limits[workspace] ?? NO_LIMITS),
      id: `${id}-${workspace}`,
      name: `${name} in ${workspace}`,
      conditions: conditionsOf(workspace, [
        ...(defaultSlug === undefined ? [] : [defaultSlug]),
        ...(slugs.get(`${workspace}/${slug}`) ?? []).map(provider => provider.slug),
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

/** Everything of the store that limits providers. */
export function allProviderOwners(context: Sources): readonly LimitOwner[] {
  const owners = linkProviderOwners(context)
  return [
    ...allIntegrations(context).flatMap(({ saved }) => integrationOwners(saved, owners)),
    ...savedProviders(context.replica).map(owners.ofProvider),
  ]
}

/** Enforces the limits of integrations and providers, now and after each change of them. */
export function followProviderLimits(
  limiter: Pick<Limiter, 'replace'>,
  replica: Replica,
  gateway: ControlSources['gateway'],
): void {
  const enforce = (): void =>
    limiter.replace('providers', policiesOfOwners(allProviderOwners({ replica, gateway })))
  enforce()
  replica.onChange(INTEGRATION, enforce)
  replica.onChange(PROVIDER, enforce)
}
