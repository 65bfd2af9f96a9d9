// Providers by their identifiers: those of the manifest, those that were made by API, and the default providers of integrations.
import { derivedUuid, isUuid, linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import {
  DEFAULTS_BY_ACCESS,
  INTEGRATION,
  integrationOf,
  type SavedIntegration,
} from '../integrations/model.ts'
import { countUsable, usableIn } from '../integrations/owned-integration.ts'
import { PROVIDER, providerOf } from './model.ts'

/** The identifier of an integration's default provider in a workspace. */
export const defaultProviderId = (hash: ControlSources['hash'], workspace: string, slug: string): string =>
  derivedUuid(hash, PROVIDER, `${workspace}/${slug}`)

/** Integrations of workspaces by the identifiers of their default providers; one index for each hash, of which a process has one. */
const ownedDefaults = new WeakMap<ControlSources['hash'], ResourceIndex>()

function ownedDefaultsBy(hash: ControlSources['hash']): ResourceIndex {
  const known = ownedDefaults.get(hash)
  if (known !== undefined) return known
  const index: ResourceIndex = {
    kind: INTEGRATION,
    valuesOf: resource => {
      const { workspace, defaultSlug } = integrationOf(resource)
      return workspace === '' || defaultSlug === undefined
        ? []
        : [defaultProviderId(hash, workspace, defaultSlug)]
    },
  }
  ownedDefaults.set(hash, index)
  return index
}

/** The integration of a workspace whose default provider has an identifier. */
export function findOwnedDefault(
  { replica, hash }: Pick<ControlSources, 'replica' | 'hash'>,
  id: string,
): SavedIntegration | undefined {
  const [found] = replica?.find(ownedDefaultsBy(hash), id) ?? []
  return found && integrationOf(found)
}

/** The integration whose default provider in a workspace has an identifier: those that the workspace may use are tried one by one. */
export function findDefaultById(
  { replica, hash }: Pick<ControlSources, 'replica' | 'hash'>,
  id: string,
  workspace: string,
): SavedIntegration | undefined {
  const owned = findOwnedDefault({ replica, hash }, id)
  if (owned?.workspace === workspace) return owned
  const usable = replica ? usableIn(replica.find, DEFAULTS_BY_ACCESS, workspace).flat() : []
  return usable
    .values()
    .map(integrationOf)
    .find(({ defaultSlug = '' }) => defaultProviderId(hash, workspace, defaultSlug) === id)
}

/** Default providers that are tried for an identifier in several workspaces: it is derived from the workspace and the slug. */
const MAX_TRIED = 10_000

/** The integration of the organisation, and the workspace, whose default provider has an identifier. */
export function tryDefaults(
  { replica, hash }: Pick<ControlSources, 'replica' | 'hash'>,
  id: string,
  workspaces: readonly string[],
): { readonly integration: SavedIntegration; readonly workspace: string } | 'too many' | undefined {
  let tried = 0
  for (const workspace of workspaces) {
    tried += replica === undefined ? 0 : countUsable(replica.find, DEFAULTS_BY_ACCESS, workspace)
    if (tried > MAX_TRIED && workspaces.length > 1) return 'too many'
    const integration = findDefaultById({ replica, hash }, id, workspace)
    if (integration !== undefined) return { integration, workspace }
  }
  return undefined
}

/** The slug of the provider of an identifier in any of some workspaces. */
export function providerSlugIn(
  context: Pick<ControlSources, 'replica' | 'hash' | 'gateway'>,
  id: string,
  workspaces: readonly string[],
): string | undefined {
  const resource = context.replica && findResourceNamed(context.replica, PROVIDER, id)
  const saved = resource && providerOf(resource)
  if (saved !== undefined) return workspaces.includes(saved.workspace) ? saved.slug : undefined
  const owned = findOwnedDefault(context, id)
  if (owned !== undefined) return workspaces.includes(owned.workspace) ? owned.defaultSlug : undefined
  const ofManifest = manifestSlugOf(context)(id)
  const found = ofManifest === undefined ? tryDefaults(context, id, workspaces) : undefined
  return found === undefined || found === 'too many' ? ofManifest : found.integration.defaultSlug
}

const manifestSlugOf = ({ hash, gateway }: Pick<ControlSources, 'hash' | 'gateway'>) =>
  linkDerivedIds(hash, 'provider', () => [
    ...Object.keys(gateway.providers),
    ...Object.keys(gateway.pools ?? {}),
  ])

/** The slug of a provider that calls of a workspace can name; undefined if the string is not the identifier of one. */
export type ProviderSlugOf = (id: string, workspace: string) => string | undefined

export function linkProviderIds({
  replica,
  hash,
  gateway,
}: Pick<ControlSources, 'replica' | 'hash' | 'gateway'>): ProviderSlugOf {
  const ofManifest = manifestSlugOf({ hash, gateway })
  const defaults = new Map<string, string>()
  const defaultOf: ProviderSlugOf = (id, workspace) => {
    const found = findDefaultById({ replica, hash }, id, workspace)?.defaultSlug
    if (defaults.size >= MAX_REMEMBERED) defaults.clear()
    if (found !== undefined) defaults.set(`${workspace}/${id}`, found)
    return found
  }
  return (id, workspace) => {
    if (!isUuid(id)) return undefined
    const resource = replica && findResourceNamed(replica, PROVIDER, id)
    const provider = resource && providerOf(resource)
    if (provider?.workspace === workspace) return provider.slug
    return ofManifest(id) ?? defaults.get(`${workspace}/${id}`) ?? defaultOf(id, workspace)
  }
}

/** Identifiers that are remembered; those of default providers are derived from the slug, so they never lead elsewhere. */
const MAX_REMEMBERED = 10_000
