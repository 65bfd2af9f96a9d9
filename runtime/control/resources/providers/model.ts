// Providers in the store: what calls of one workspace name as @slug. Each is one of an integration, which may have a default one too.
import type { ApiPool } from '../../../../schemas/generated/control-types.ts'
import { asObject, asText, isObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
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
import {
  DEFAULTS_BY_ACCESS,
  findDefault,
  findIntegration,
  INTEGRATION,
  integrationOf,
} from '../integrations/model.ts'
import { hasAccess, usableIn } from '../integrations/owned-integration.ts'

/** The kind of providers in the store, where they are named by workspace and slug. */
export const PROVIDER = 'provider'

export const PROVIDER_KINDS: readonly Kind[] = [
  clientKind({ name: PROVIDER, signed: 'value', sealed: 'rotated', scopes: ['providers'] }),
]

export const providerKey = (workspace: string, slug: string): string => `${workspace}/${slug}`

export const slugInKey = (key: string): string => key.slice(key.indexOf('/') + 1)
const workspaceOf = (key: string): string => key.slice(0, key.indexOf('/'))

/** As it was validated when it was written. */
const POOL: Field<ApiPool | undefined> = {
  read: value => (isObject(value) ? (value as JsonObject & ApiPool) : undefined),
  write: pool => (pool === undefined ? undefined : { ...pool }),
}

export const PROVIDER_FORM = storedForm(PROVIDER, {
  id: TEXT,
  slug: { ...KEY, read: (_, key) => slugInKey(key) },
  workspace: { ...KEY, read: (_, key) => workspaceOf(key) },
  name: { ...NAME, read: (value, key) => NAME.read(value, slugInKey(key)) },
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

/** Providers of a workspace, in the order of their slugs. */
export const PROVIDERS_OF_WORKSPACE: ResourceIndex = {
  kind: PROVIDER,
  valuesOf: ({ id }) => [workspaceOf(id)],
}

/** Those of a slug, in the order of their workspaces. */
export const PROVIDERS_BY_SLUG: ResourceIndex = { kind: PROVIDER, valuesOf: ({ id }) => [slugInKey(id)] }

/** Those of an integration, and those of it in a workspace. */
export const PROVIDERS_OF_INTEGRATION: ResourceIndex = {
  kind: PROVIDER,
  valuesOf: ({ id, value }) => {
    const integration = asText(value['integration']) ?? ''
    return integration === '' ? [] : [integration, `${workspaceOf(id)}/${integration}`]
  },
}

/** Pools that have a provider of their workspace as a member, by the key of that provider. */
export const POOLS_OF_MEMBER: ResourceIndex = {
  kind: PROVIDER,
  valuesOf: ({ id, value }) =>
    Object.values(asObject(asObject(value['pool'])['members'])).flatMap(member => {
      const slug = asText(asObject(member)['provider']) ?? ''
      return slug.startsWith('@') ? [providerKey(workspaceOf(id), slug.slice(1))] : []
    }),
}

/** A provider of the store by its identifier or slug, in any workspace. */
export function findProvider(
  { replica }: Pick<ControlSources, 'replica'>,
  name: string,
): SavedProvider | undefined {
  if (replica === undefined) return undefined
  const found = findResourceNamed(replica, PROVIDER, name) ?? replica.find(PROVIDERS_BY_SLUG, name)[0]
  return found && providerOf(found)
}

/** Whether the manifest has a provider or pool of that slug, which is then the one that calls name. */
export const isProviderOfManifest = ({ gateway }: Pick<ControlSources, 'gateway'>, slug: string): boolean =>
  Object.hasOwn(gateway.providers, slug) || Object.hasOwn(gateway.pools ?? {}, slug)

export const isExpired = (expiresAt: string | null, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now

type Sources = Pick<ControlSources, 'replica'>

/** Which provider of the catalog a provider of a workspace is; undefined for a pool, and where calls of the workspace cannot name it. */
export function catalogProviderOf({ replica }: Sources, workspace: string, slug: string): string | undefined {
  const resource = replica?.get(PROVIDER, providerKey(workspace, slug))
  const integration =
    resource === undefined
      ? findDefault({ replica }, slug)
      : findIntegration({ replica }, providerOf(resource).integration)
  return integration !== undefined && hasAccess(integration.saved, workspace)
    ? integration.saved.aiProvider
    : undefined
}

const isPool = ({ value }: Resource): boolean => isObject(value['pool'])

/** Whether calls of a workspace can name a provider or pool of the store by a slug. */
export function isSlugOfWorkspace(context: Sources, workspace: string, slug: string): boolean {
  const resource = context.replica?.get(PROVIDER, providerKey(workspace, slug))
  return resource !== undefined && isPool(resource)
    ? true
    : catalogProviderOf(context, workspace, slug) !== undefined
}

/** All slugs that calls of a workspace can name, those of pools among them. */
export function slugsOfWorkspace({ replica }: Sources, workspace: string): ReadonlySet<string> {
  if (replica === undefined) return new Set()
  const isUsable = (provider: Resource): boolean => {
    const integration = replica.get(INTEGRATION, asText(provider.value['integration']) ?? '')
    return integration !== undefined && hasAccess(integrationOf(integration), workspace)
  }
  const defaults = usableIn(replica.find, DEFAULTS_BY_ACCESS, workspace).flat()
  const saved = replica.find(PROVIDERS_OF_WORKSPACE, workspace)
  return new Set([
    ...defaults.map(each => asText(each.value['default_provider_slug']) ?? ''),
    ...saved.filter(each => isPool(each) || isUsable(each)).map(({ id }) => slugInKey(id)),
  ])
}
