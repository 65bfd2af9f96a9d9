// Providers by their identifiers: those of the manifest, those that were made by API, and the default providers of integrations.
import { derivedUuid, isUuid, linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { linkNamed } from '../../core/find-named.ts'
import { DEFAULTS_BY_ACCESS, integrationOf, type SavedIntegration } from '../integrations/model.ts'
import { usableIn } from '../integrations/owned-integration.ts'
import { PROVIDER, providerOf } from './model.ts'

/** The identifier of an integration's default provider in a workspace. */
export const defaultProviderId = (hash: ControlSources['hash'], workspace: string, slug: string): string =>
  derivedUuid(hash, PROVIDER, `${workspace}/${slug}`)

/** The integration whose default provider in a workspace has an identifier: those that the workspace may use are tried one by one. */
export function findDefaultById(
  { replica, hash }: Pick<ControlSources, 'replica' | 'hash'>,
  id: string,
  workspace: string,
): SavedIntegration | undefined {
  const usable = replica ? usableIn(replica.find, DEFAULTS_BY_ACCESS, workspace).flat() : []
  return usable
    .values()
    .map(integrationOf)
    .find(({ defaultSlug = '' }) => defaultProviderId(hash, workspace, defaultSlug) === id)
}

/** The slug of a provider that calls of a workspace can name; undefined if the string is not the identifier of one. */
export type ProviderSlugOf = (id: string, workspace: string) => string | undefined

export function linkProviderIds({
  replica,
  hash,
  gateway,
}: Pick<ControlSources, 'replica' | 'hash' | 'gateway'>): ProviderSlugOf {
  const ofManifest = linkDerivedIds(hash, 'provider', () => [
    ...Object.keys(gateway.providers),
    ...Object.keys(gateway.pools ?? {}),
  ])
  const find = replica && linkNamed(replica, PROVIDER)
  const defaults = new Map<string, string>()
  const defaultOf: ProviderSlugOf = (id, workspace) => {
    const found = findDefaultById({ replica, hash }, id, workspace)?.defaultSlug
    if (defaults.size >= MAX_REMEMBERED) defaults.clear()
    if (found !== undefined) defaults.set(`${workspace}/${id}`, found)
    return found
  }
  return (id, workspace) => {
    if (!isUuid(id)) return undefined
    const resource = find?.(id)
    const provider = resource && providerOf(resource)
    if (provider?.workspace === workspace) return provider.slug
    return ofManifest(id) ?? defaults.get(`${workspace}/${id}`) ?? defaultOf(id, workspace)
  }
}

/** Identifiers that are remembered; those of default providers are derived from the slug, so they never lead elsewhere. */
const MAX_REMEMBERED = 10_000
