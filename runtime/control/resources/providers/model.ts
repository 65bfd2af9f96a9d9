// Providers in the store: what calls of one workspace name as @slug. Each is one of an integration, which may have a default one too.
import type { ApiPool } from '../../../../schemas/generated/control-types.ts'
import { isObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Replica } from '../../core/replica.ts'
import {
  type Field,
  KEY,
  NAME,
  OBJECT,
  readOnce,
  storedAs,
  storedForm,
  TEXT,
  TEXT_OR_NULL,
  TIMES,
} from '../../core/stored-form.ts'
import { RESOURCE_LIMIT_FIELDS } from '../../limits/resource-limits.ts'
import { allIntegrations } from '../integrations/model.ts'
import { hasAccess } from '../integrations/owned-integration.ts'

/** The kind of providers in the store, where they are named by workspace and slug. */
export const PROVIDER = 'provider'

export const PROVIDER_KINDS: readonly Kind[] = [
  clientKind({ name: PROVIDER, signed: 'value', sealed: 'rotated', scopes: ['providers'] }),
]

export const providerKey = (workspace: string, slug: string): string => `${workspace}/${slug}`

const slugOf = (key: string): string => key.slice(key.indexOf('/') + 1)

/** As it was validated when it was written. */
const POOL: Field<ApiPool | undefined> = {
  read: value => (isObject(value) ? (value as JsonObject & ApiPool) : undefined),
  write: pool => (pool === undefined ? undefined : { ...pool }),
}

export const PROVIDER_FORM = storedForm(PROVIDER, {
  id: TEXT,
  slug: { ...KEY, read: (_, key) => slugOf(key) },
  workspace: { ...KEY, read: (_, key) => key.slice(0, key.indexOf('/')) },
  name: { ...NAME, read: (value, key) => NAME.read(value, slugOf(key)) },
  note: TEXT_OR_NULL,
  tags: OBJECT,
  /** The slug of its integration; empty for a pool. */
  integration: TEXT,
  pool: POOL,
  expiresAt: storedAs('expires_at', TEXT_OR_NULL),
  ...RESOURCE_LIMIT_FIELDS,
  ...TIMES,
})

export type SavedProvider = ReturnType<typeof PROVIDER_FORM.read>

export const providerOf = readOnce(PROVIDER_FORM)

/** The providers of the store. */
export const savedProviders = (replica: Pick<Replica, 'all'> | undefined): readonly SavedProvider[] =>
  (replica?.all(PROVIDER).toArray() ?? []).map(providerOf)

/** A provider of the store by its identifier or slug, in one workspace or in any. */
export const findProvider = (
  { replica }: Pick<ControlSources, 'replica'>,
  workspace: string | undefined,
  name: string,
): SavedProvider | undefined =>
  findNamed(
    savedProviders(replica).filter(provider => workspace === undefined || provider.workspace === workspace),
    name,
    provider => provider,
  )

export const isExpired = (expiresAt: string | null, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now

/** By slug: which provider of the catalog it is; without pools, whose members have each their own. */
export function providersOfWorkspace(
  { replica }: Pick<ControlSources, 'replica'>,
  workspace: string,
): ReadonlyMap<string, string> {
  const usable = allIntegrations({ replica })
    .map(({ saved }) => saved)
    .filter(integration => hasAccess(integration, workspace))
  const providers = new Map(usable.map(({ slug, aiProvider }) => [slug, aiProvider]))
  return new Map([
    ...usable.flatMap(({ defaultSlug, aiProvider }): readonly (readonly [string, string])[] =>
      defaultSlug === undefined ? [] : [[defaultSlug, aiProvider]],
    ),
    ...savedProviders(replica).flatMap(
      ({ slug, workspace: place, integration }): readonly (readonly [string, string])[] => {
        const provider = providers.get(integration)
        return place === workspace && provider !== undefined ? [[slug, provider]] : []
      },
    ),
  ])
}

/** The slugs that calls of a workspace can name, those of pools among them. */
export const slugsOfWorkspace = (
  context: Pick<ControlSources, 'replica'>,
  workspace: string,
): ReadonlySet<string> =>
  new Set([
    ...providersOfWorkspace(context, workspace).keys(),
    ...savedProviders(context.replica).flatMap(({ slug, workspace: place, pool }) =>
      place === workspace && pool !== undefined ? [slug] : [],
    ),
  ])
