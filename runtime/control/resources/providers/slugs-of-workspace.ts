// The providers that calls of a workspace can name, beside those of the manifest.

import type { ControlSources } from '../../core/control-sources.ts'
import { allIntegrations } from '../integrations/find-integration.ts'
import { hasAccess } from '../integrations/owned-integration.ts'
import { PROVIDER, providerOf } from './saved-provider.ts'

/** By slug: which provider of the catalog it is. */
export function providersOfWorkspace(
  { replica }: Pick<ControlSources, 'replica'>,
  workspace: string,
): ReadonlyMap<string, string> {
  const usable = allIntegrations({ replica })
    .map(({ saved }) => saved)
    .filter(integration => hasAccess(integration, workspace))
  const providers = new Map(usable.map(({ slug, aiProvider }) => [slug, aiProvider]))
  const saved = (replica?.all(PROVIDER).toArray() ?? []).map(resource => providerOf(resource).provider)
  return new Map([
    ...usable.flatMap(({ defaultSlug, aiProvider }): readonly (readonly [string, string])[] =>
      defaultSlug === undefined ? [] : [[defaultSlug, aiProvider]],
    ),
    ...saved.flatMap(({ slug, workspace: place, integration }): readonly (readonly [string, string])[] => {
      const provider = providers.get(integration)
      return place === workspace && provider !== undefined ? [[slug, provider]] : []
    }),
  ])
}

/** The slugs of `providersOfWorkspace`. */
export const slugsOfWorkspace = (
  context: Pick<ControlSources, 'replica'>,
  workspace: string,
): ReadonlySet<string> => new Set(providersOfWorkspace(context, workspace).keys())
