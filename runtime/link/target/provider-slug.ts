// The slugs of stored providers, which calls and configs may name by their identifiers too.
import { isUuid } from '../../../schemas/values/uuid.ts'
import { linkDerivedIds } from '../../values/derived-ids.ts'
import type { LinkContext } from '../link-context.ts'

/** The slug of a provider that calls of a workspace can name; any other name is as it was. */
export type ProviderSlug = (name: string, workspace: string) => string

export function linkProviderSlug({
  gateway: { providers },
  ports,
  stored,
}: Pick<LinkContext, 'gateway' | 'ports' | 'stored'>): ProviderSlug {
  const ofManifest = linkDerivedIds(ports.hash, 'provider', () => Object.keys(providers))
  return (name, workspace) =>
    isUuid(name) && !Object.hasOwn(providers, name)
      ? (stored.providers?.slugOf(name, workspace) ?? ofManifest(name) ?? name)
      : name
}
