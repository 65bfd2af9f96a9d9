// The slugs that calls of a workspace can name, beside those of the manifest.

import type { ControlSources } from '../../core/control-sources.ts'
import { allIntegrations } from '../integrations/find-integration.ts'
import { hasAccess } from '../integrations/owned-integration.ts'
import { PROVIDER, providerOf } from './saved-provider.ts'

export function slugsOfWorkspace(
  { replica }: Pick<ControlSources, 'replica'>,
  workspace: string,
): ReadonlySet<string> {
  const usable = allIntegrations({ replica })
    .map(({ saved }) => saved)
    .filter(integration => hasAccess(integration, workspace))
  const names = new Set(usable.map(({ slug }) => slug))
  const saved = (replica?.all(PROVIDER).toArray() ?? [])
    .map(resource => providerOf(resource).provider)
    .filter(provider => provider.workspace === workspace && names.has(provider.integration))
  return new Set([
    ...saved.map(({ slug }) => slug),
    ...usable.flatMap(({ defaultSlug }) => (defaultSlug === undefined ? [] : [defaultSlug])),
  ])
}
