// Providers as lists have them: those of the manifest, the default providers of integrations, and those that were made by API. They are found
// by keys and indexes; of a list, only a page is made.
import type { Provider } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid, isUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import { findWorkspace, workspaceSlugs } from '../../access/workspaces/model.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import { mergeSorted, workspacesOf } from '../../core/listing.ts'
import { pageOf, type Slices } from '../../core/pages.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { FoundInStore } from '../../core/stored-form.ts'
import { exhaustedOwners, type LimitOwner, showLastReset, showNextReset } from '../../limits/limit-owner.ts'
import { showPeerLimits } from '../../limits/resource-limits.ts'
import {
  DEFAULTS_BY_ACCESS,
  findDefault,
  findIntegration,
  integrationOf,
  limitsIn,
  type SavedIntegration,
} from '../integrations/model.ts'
import { countUsable, hasAccess, usableIn } from '../integrations/owned-integration.ts'
import { type AnswerRoute, noSuch, workspaceOfList } from '../saved-resource.ts'
import {
  isExpired,
  isProviderOfManifest,
  PROVIDER,
  PROVIDERS_BY_SLUG,
  PROVIDERS_OF_WORKSPACE,
  providerKey,
  providerOf,
  type SavedProvider,
  slugInKey,
} from './model.ts'
import { defaultProviderId, findOwnedDefault, tryDefaults } from './provider-ids.ts'
import { linkProviderOwners } from './provider-limits.ts'

/** What providers are shown with. */
export type ProviderContext = WriteSources & Pick<ControlSources, 'limits'>

type Context = ProviderContext

/** The provider that calls of a workspace can name by a slug. */
export function findListed(context: Context, slug: string, workspace: string): ListedProvider | undefined {
  if (isProviderOfManifest(context, slug)) return ownProvider(context, slug)
  const resource = context.replica?.get(PROVIDER, providerKey(workspace, slug))
  if (resource !== undefined) return savedProvider(context, resource)
  const integration = findDefault(context, slug)?.saved
  return integration !== undefined && hasAccess(integration, workspace)
    ? defaultProvider(context, integration, workspace)
    : undefined
}

/** The provider that the path names, also as a virtual key. */
export function findVisibleProvider(
  request: ApiRequest & { readonly body?: { readonly workspace_id?: string } },
  context: Context,
  { parameter, noun }: { readonly parameter: string; readonly noun: string },
): ListedProvider | Failure {
  const name = request.path[parameter] ?? ''
  const given = request.query['workspace_id'] ?? request.body?.workspace_id
  const workspace = given === undefined ? undefined : chooseWorkspace(request, context, String(given))
  if (isFailure(workspace)) return workspace
  const found =
    workspace === undefined ? findAnywhere(request, context, name) : findListed(context, name, workspace)
  if (found !== undefined) return found
  const byId = isUuid(name) ? findById(request, context, name, workspace) : undefined
  return byId ?? noSuch(noun, name)
}

/** The first of a slug that the caller may see, in the order of workspaces. */
export function findAnywhere(
  request: ApiRequest,
  context: Context,
  slug: string,
): ListedProvider | undefined {
  if (isProviderOfManifest(context, slug)) return ownProvider(context, slug)
  const saved = context.replica
    ?.find(PROVIDERS_BY_SLUG, slug)
    .find(each => request.may(providerOf(each).workspace))
  const integration = findDefault(context, slug)?.saved
  const place = integration && firstWorkspace(request, context, integration)
  return saved !== undefined && (place === undefined || providerOf(saved).workspace <= place)
    ? savedProvider(context, saved)
    : integration && (place === undefined ? undefined : defaultProvider(context, integration, place))
}

/** The first workspace of the caller that may use an integration. */
function firstWorkspace(
  request: ApiRequest,
  context: Context,
  integration: SavedIntegration,
): string | undefined {
  const { workspace, access, globalAccess } = integration
  const candidates =
    workspace !== ''
      ? [workspace]
      : globalAccess
        ? workspacesOfCaller(request, context)
        : Object.keys(access).toSorted()
  return candidates.find(
    each => request.may(each) && hasAccess(integration, each) && findWorkspace(context, each) !== undefined,
  )
}

/** The slugs of the workspaces that the caller may see, in their order. */
const workspacesOfCaller = (request: ApiRequest, context: Context): readonly string[] =>
  workspacesOf(request)?.toSorted() ?? workspaceSlugs(context)

function findById(
  request: ApiRequest,
  context: Context,
  id: string,
  workspace: string | undefined,
): ListedProvider | Failure | undefined {
  const { replica, gateway, hash } = context
  const own = [...Object.keys(gateway.providers), ...Object.keys(gateway.pools ?? {})].find(
    slug => derivedUuid(hash, PROVIDER, slug) === id,
  )
  if (own !== undefined) return ownProvider(context, own)
  const resource = replica && findResourceNamed(replica, PROVIDER, id)
  const saved = resource && savedProvider(context, resource)
  if (saved !== undefined)
    return isVisibleProvider(request, saved) && isInWorkspace(saved, workspace) ? saved : undefined
  const owned = findOwnedDefault(context, id)
  if (owned !== undefined) {
    const isSeen = request.may(owned.workspace) && (workspace ?? owned.workspace) === owned.workspace
    return isSeen ? defaultProvider(context, owned, owned.workspace) : undefined
  }
  const places = workspace === undefined ? workspacesOfCaller(request, context) : [workspace]
  const found = tryDefaults(context, id, places)
  if (found === 'too many')
    return failure(
      'invalid_request',
      `There are too many providers to find ${quoted(id)} among all workspaces: name its slug, or its workspace as workspace_id.`,
      { param: 'workspace_id' },
    )
  return found && defaultProvider(context, found.integration, found.workspace)
}

/** A provider as readers see it, with what it is made of. */
export interface ListedProvider {
  readonly shown: Provider
  /** The workspaces that see it; undefined: all. */
  readonly workspace: string | undefined
  /** Those that can be changed here. */
  readonly found?: FoundInStore<SavedProvider>
  /** Of default providers. */
  readonly integration?: SavedIntegration
  /** What limits its calls: its own limits, and those of its integration in the workspace. */
  readonly owners: readonly LimitOwner[]
}

/** Whether the caller may see a provider. */
export const isVisibleProvider = (
  request: Pick<ApiRequest, 'may'>,
  { workspace }: Pick<ListedProvider, 'workspace'>,
): boolean => workspace === undefined || request.may(workspace)

const isInWorkspace = (
  { workspace }: Pick<ListedProvider, 'workspace'>,
  wanted: string | undefined,
): boolean => wanted === undefined || workspace === undefined || workspace === wanted

/** Lists the providers that the caller may see, of the workspace that the query names. */
export function listOfProviders<Sources extends Context>(
  show: (listed: ListedProvider, context: Sources) => JsonObject,
): AnswerRoute<ApiRequest, Sources> {
  return async (request, context) => {
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const listed = linkProviderList(request, context, workspace)
    const page = await withBudgets(pageOf(listed, request), context)
    return {
      body: { object: 'list', total: listed.length, data: page.map(each => show(each, context)) },
    }
  }
}

/**
 * Those of the manifest, then those of each workspace in the order of their slugs. Of every workspace it is looked up how many it has;
 * only those of a page are made.
 */
function linkProviderList(
  request: ApiRequest,
  context: Context,
  workspace: string | undefined,
): Slices<ListedProvider> {
  const { gateway, replica } = context
  const own = [...Object.keys(gateway.providers), ...Object.keys(gateway.pools ?? {})]
  const places = workspace === undefined ? workspacesOfCaller(request, context) : [workspace]
  const parts =
    replica === undefined ? [] : places.map(place => ({ place, count: countIn(replica.find, place) }))
  return {
    length: parts.reduce((sum, { count }) => sum + count, own.length),
    slice: (from, to) => {
      const page = own.slice(from, to).map(slug => ownProvider(context, slug))
      let start = own.length
      for (const { place, count } of parts) {
        if (start >= to) break
        if (replica !== undefined && start + count > from)
          for (const each of listIn(replica.find, place).slice(Math.max(0, from - start), to - start))
            page.push(
              each.kind === PROVIDER
                ? savedProvider(context, each)
                : defaultProvider(context, integrationOf(each), place),
            )
        start += count
      }
      return page
    },
  }
}

const countIn = (find: Replica['find'], workspace: string): number =>
  find(PROVIDERS_OF_WORKSPACE, workspace).length + countUsable(find, DEFAULTS_BY_ACCESS, workspace)

/** The providers of a workspace in the order of their slugs, and the integrations whose default providers it has. */
const listIn = (find: Replica['find'], workspace: string): Slices<Resource> =>
  mergeSorted(
    [find(PROVIDERS_OF_WORKSPACE, workspace), ...usableIn(find, DEFAULTS_BY_ACCESS, workspace)],
    (left, right) => {
      const [one, other] = [slugIn(left), slugIn(right)]
      return one < other
        ? -1
        : one > other
          ? 1
          : left.kind === right.kind
            ? 0
            : left.kind === PROVIDER
              ? -1
              : 1
    },
  )

const slugIn = (resource: Resource): string =>
  resource.kind === PROVIDER ? slugInKey(resource.id) : (integrationOf(resource).defaultSlug ?? '')

/** The same providers, `exhausted` where nothing is left of a budget. */
export async function withBudgets(
  listed: readonly ListedProvider[],
  context: Context,
): Promise<readonly ListedProvider[]> {
  const exhausted = await exhaustedOwners(
    listed.flatMap(({ owners }) => owners),
    context,
  )
  return listed.map(each =>
    each.shown.status === 'active' && each.owners.some(({ id }) => exhausted.has(id))
      ? { ...each, shown: { ...each.shown, status: 'exhausted' } }
      : each,
  )
}

/** In place of a provider of the catalog. */
const POOL_PROVIDER = 'pool'

/** One of the manifest. */
function ownProvider({ gateway, hash, loadedAt }: Context, slug: string): ListedProvider {
  const time = new Date(loadedAt).toISOString()
  return {
    workspace: undefined,
    owners: [],
    shown: {
      id: derivedUuid(hash, PROVIDER, slug),
      slug,
      name: slug,
      note: null,
      integration_id: null,
      ai_provider_id: gateway.providers[slug]?.provider ?? POOL_PROVIDER,
      status: 'active',
      expires_at: null,
      workspace_id: null,
      owner: 'git',
      next_usage_reset_at: null,
      last_reset_at: null,
      created_at: time,
      last_updated_at: time,
      object: PROVIDER,
    },
  }
}

/** One of the store. */
function savedProvider(context: Context, resource: Resource): ListedProvider {
  const { ofIntegration, ofProvider } = linkProviderOwners(context)
  const saved = providerOf(resource)
  const { workspace, integration: name } = saved
  const integration = findIntegration(context, name)?.saved
  const own = ofProvider(saved)
  return {
    workspace,
    shown: showProvider(context, saved, own),
    found: { saved, revision: resource.revision },
    owners: integration === undefined ? [own] : [own, ofIntegration(integration, workspace)],
  }
}

/** The default provider of an integration in a workspace, with the limits of the integration. */
function defaultProvider(context: Context, integration: SavedIntegration, workspace: string): ListedProvider {
  const { defaultSlug = '', name, slug, tags, createdAt, updatedAt } = integration
  const owner = linkProviderOwners(context).ofIntegration(integration, workspace)
  const provider: SavedProvider = {
    id: defaultProviderId(context.hash, workspace, defaultSlug),
    slug: defaultSlug,
    workspace,
    name,
    note: null,
    // As its name, so are its tags those of the integration.
    tags,
    integration: slug,
    pool: undefined,
    expiresAt: null,
    ...limitsIn(integration, workspace),
    createdAt,
    updatedAt,
  }
  return { workspace, integration, owners: [owner], shown: showProvider(context, provider, owner) }
}

/** `owner` is that of its limits. */
export const showProvider = (context: Context, provider: SavedProvider, owner: LimitOwner): Provider => ({
  id: provider.id,
  slug: provider.slug,
  name: provider.name,
  note: provider.note,
  tags: provider.tags as Provider['tags'] & object,
  integration_id: provider.pool === undefined ? provider.integration : null,
  ai_provider_id:
    provider.pool === undefined
      ? (findIntegration(context, provider.integration)?.saved.aiProvider ?? '')
      : POOL_PROVIDER,
  ...(provider.pool && { pool: provider.pool }),
  status: isExpired(provider.expiresAt, context.clock.now()) ? 'expired' : 'active',
  expires_at: provider.expiresAt,
  workspace_id: workspaceId(context, provider.workspace),
  owner: 'api',
  ...showPeerLimits(provider, context.gateway),
  next_usage_reset_at: showNextReset([owner], context),
  last_reset_at: showLastReset([owner], context),
  created_at: provider.createdAt,
  last_updated_at: provider.updatedAt,
  object: PROVIDER,
})
