// Providers in the store: what calls of one workspace name as @slug. Each is one of an integration, which may have a default one too.
import { asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'
import { type ResourceLimits, resourceLimitsOf, storedLimits } from '../../limits/resource-limits.ts'
import { allIntegrations } from '../integrations/model.ts'
import { hasAccess } from '../integrations/owned-integration.ts'

/** The kind of providers in the store, where they are named by workspace and slug. */
export const PROVIDER = 'provider'

export const PROVIDER_KINDS: readonly Kind[] = [
  clientKind({ name: PROVIDER, signed: 'value', sealed: 'rotated', scopes: ['providers'] }),
]

export interface SavedProvider {
  readonly id: string
  readonly slug: string
  readonly workspace: string
  readonly name: string
  readonly note: string | null
  readonly tags: JsonObject
  /** The slug of its integration. */
  readonly integration: string
  readonly expiresAt: string | null
  readonly limits: ResourceLimits
  readonly createdAt: string
  readonly updatedAt: string
}

export interface FoundProviderResource {
  readonly provider: SavedProvider
  readonly revision: number
}

export const providerKey = (workspace: string, slug: string): string => `${workspace}/${slug}`

export function savedProviderOf({ id, value }: Pick<Resource, 'id' | 'value'>): SavedProvider {
  const slash = id.indexOf('/')
  const slug = id.slice(slash + 1)
  return {
    id: asText(value['id']) ?? '',
    slug,
    workspace: id.slice(0, slash),
    name: asText(value['name']) ?? slug,
    note: asText(value['note']) ?? null,
    tags: asObject(value['tags']),
    integration: asText(value['integration']) ?? '',
    expiresAt: asText(value['expires_at']) ?? null,
    limits: resourceLimitsOf(value),
    createdAt: asText(value['created_at']) ?? '',
    updatedAt: asText(value['last_updated_at']) ?? '',
  }
}

export const providerOf = (resource: Resource): FoundProviderResource => ({
  provider: savedProviderOf(resource),
  revision: resource.revision,
})

export const toStoredProvider = (provider: SavedProvider): JsonObject => ({
  id: provider.id,
  name: provider.name,
  note: provider.note,
  tags: provider.tags,
  integration: provider.integration,
  expires_at: provider.expiresAt,
  ...storedLimits(provider.limits),
  created_at: provider.createdAt,
  last_updated_at: provider.updatedAt,
})

/** A provider of the store by its identifier or slug, in one workspace or in any. */
export const findProvider = (
  { replica }: Pick<ControlSources, 'replica'>,
  workspace: string | undefined,
  name: string,
): FoundProviderResource | undefined =>
  findNamed(
    (replica?.all(PROVIDER).map(providerOf).toArray() ?? []).filter(
      ({ provider }) => workspace === undefined || provider.workspace === workspace,
    ),
    name,
    ({ provider }) => provider,
  )

export const isExpired = (expiresAt: string | null, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now

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
