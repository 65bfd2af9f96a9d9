// The routes of providers: those of the manifest, the default providers of integrations, and those that were made by API.
import type { ApiPool, Provider } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid, randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import { allWorkspaces } from '../../access/workspaces/model.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageOf } from '../../core/pages.ts'
import { readExpiry } from '../../core/read-time.ts'
import { allStored, type FoundInStore } from '../../core/stored-form.ts'
import {
  exhaustedOwners,
  type LimitOwner,
  resetWrites,
  showLastReset,
  showNextReset,
} from '../../limits/limit-owner.ts'
import { changedLimits, NO_LIMITS, showPeerLimits } from '../../limits/resource-limits.ts'
import { allIntegrations, findIntegration, type SavedIntegration } from '../integrations/model.ts'
import { hasAccess, isVisibleTo } from '../integrations/owned-integration.ts'
import {
  type AnswerRoute,
  alreadyExists,
  commitResource,
  deleteResource,
  noSuch,
  nowOf,
  type WrittenResource,
  workspaceOfList,
} from '../saved-resource.ts'
import { isExpired, PROVIDER, PROVIDER_FORM, providerKey, type SavedProvider } from './model.ts'
import { defaultProviderId } from './provider-ids.ts'
import { linkProviderOwners } from './provider-limits.ts'
import { refuseMemberDeletion, refusePool } from './saved-pools.ts'

type Context = WriteSources & Pick<ControlSources, 'limits'>

const PROVIDERS: WrittenResource<SavedProvider, Context> = {
  form: PROVIDER_FORM,
  noun: PROVIDER,
  keyOf: ({ workspace, slug }) => providerKey(workspace, slug),
  recordedId: ({ slug }) => slug,
  workspaceOf: ({ workspace }) => workspace,
  show: (provider, context) => show(provider, context),
}

export const providerHandlers = {
  listProviders: listOfProviders(({ shown }) => asJson(shown)),
  createProvider: async (request, context) => {
    const {
      name,
      slug: wanted,
      note = null,
      tags = {},
      expires_at = null,
      integration_id,
      pool,
      workspace_id,
      ...changes
    } = request.body
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    const expiry = readExpiry(expires_at, context.clock.now())
    if (isFailure(expiry)) return expiry
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const source = sourceOf(request, context, { slug, workspace, integration_id, pool })
    if (isFailure(source)) return source
    if (findListed(context, slug, workspace) !== undefined) return alreadyExists('provider', slug)
    const limits = changedLimits(changes, NO_LIMITS)
    if (isFailure(limits)) return limits
    const time = nowOf(context)
    return await write(request, context, undefined, {
      id: randomUuid(context.randomId()),
      slug,
      workspace,
      name,
      note,
      tags: { ...tags },
      ...source,
      expiresAt: expires_at,
      ...limits,
      createdAt: time,
      updatedAt: time,
    })
  },
  readProvider: async (request, context) => {
    const listed = findVisibleProvider(request, context, PROVIDER_NAMED)
    if (isFailure(listed)) return listed
    const [{ shown } = listed] = await withBudgets([listed], context)
    return { body: asJson(shown), revision: listed.found?.revision }
  },
  updateProvider: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { saved } = found
    const { name = saved.name, note = saved.note, tags = saved.tags, ...others } = request.body
    const { expires_at, reset_usage, pool, workspace_id: _, ...changes } = others
    const limits = changedLimits(changes, found.saved)
    if (isFailure(limits)) return limits
    const refused = pool && (notAPool(saved) ?? refusePool(saved.slug, saved.workspace, pool, context))
    if (refused !== undefined) return refused
    const expiry = readExpiry(expires_at ?? null, context.clock.now())
    if (isFailure(expiry)) return expiry
    const after = {
      ...found.saved,
      ...limits,
      ...{ name, note, tags: { ...tags } },
      ...(pool !== undefined && { pool }),
      ...(expires_at !== undefined && { expiresAt: expires_at }),
      updatedAt: nowOf(context),
    }
    return await write(request, context, found, after, reset_usage)
  },
  deleteProvider: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const refused = refuseMemberDeletion(found.saved, context)
    if (refused !== undefined) return refused
    return await deleteResource(PROVIDERS, request, context, found)
  },
} satisfies SomeHandlers<Context>

/** What a new provider is made of: an integration that the workspace has access to, or a pool of its providers. */
function sourceOf(
  request: ApiRequest,
  context: Context,
  {
    slug,
    workspace,
    integration_id,
    pool,
  }: {
    readonly slug: string
    readonly workspace: string
    readonly integration_id: string | undefined
    readonly pool: ApiPool | undefined
  },
): Pick<SavedProvider, 'integration' | 'pool'> | Failure {
  if (pool !== undefined) {
    if (integration_id !== undefined)
      return failure(
        'invalid_request',
        'A provider is one of an integration or a pool: send integration_id or pool, not both.',
        { param: 'pool' },
      )
    return refusePool(slug, workspace, pool, context) ?? { integration: '', pool }
  }
  if (integration_id === undefined)
    return failure('invalid_request', 'integration_id is missing, or pool with its members.', {
      param: 'integration_id',
    })
  const integration = findIntegration(context, integration_id)?.saved
  if (integration === undefined || !isVisibleTo(request, integration) || !hasAccess(integration, workspace))
    return failure(
      'not_found',
      `The workspace ${quoted(workspace)} has access to no integration ${quoted(integration_id)}.`,
      { param: 'integration_id' },
    )
  return { integration: integration.slug, pool: undefined }
}

const notAPool = ({ slug, pool }: SavedProvider): Failure | undefined =>
  pool === undefined
    ? failure('invalid_request', `The provider ${quoted(slug)} is not a pool.`, { param: 'pool' })
    : undefined

const findListed = (context: Context, slug: string, workspace: string): ListedProvider | undefined =>
  allProviders(context).find(
    each => each.shown.slug === slug && (each.workspace === undefined || each.workspace === workspace),
  )

const PROVIDER_NAMED = { parameter: 'providerSlug', noun: 'provider' }

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
  const visible = allProviders(context).filter(
    each => isVisibleProvider(request, each) && isInWorkspace(each, workspace),
  )
  return findNamed(visible, name, ({ shown }) => shown) ?? noSuch(noun, name)
}

function findWritable(
  request: Parameters<typeof findVisibleProvider>[0],
  context: Context,
): FoundInStore<SavedProvider> | Failure {
  const listed = findVisibleProvider(request, context, PROVIDER_NAMED)
  if (isFailure(listed)) return listed
  if (listed.found !== undefined) return listed.found
  return listed.integration === undefined
    ? ownedByGit('provider', listed.shown.slug)
    : failure(
        'conflict',
        `The provider ${quoted(listed.shown.slug)} is the default of the integration ${quoted(listed.integration.slug)}: change that one, or set its create_default_provider to false.`,
      )
}

async function write(
  request: ApiRequest,
  context: Context,
  before: FoundInStore<SavedProvider> | undefined,
  after: SavedProvider,
  resets = false,
): Promise<ApiReply | Failure> {
  const revision = await commitResource(PROVIDERS, request, context, {
    before,
    after,
    writes: resets ? resetWrites(linkProviderOwners(context).ofProvider(after), context) : [],
  })
  if (isFailure(revision)) return revision
  const listed = findListed(context, after.slug, after.workspace)
  const [now] = listed === undefined ? [] : await withBudgets([listed], context)
  return { body: now === undefined ? show(after, context) : asJson(now.shown), revision }
}

const asJson = (provider: Provider): JsonObject => ({ ...provider })

const show = (provider: SavedProvider, context: Context): JsonObject =>
  asJson(showProvider(context, provider, linkProviderOwners(context).ofProvider(provider)))

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
    const visible = allProviders(context).filter(
      each => isVisibleProvider(request, each) && isInWorkspace(each, workspace),
    )
    const page = await withBudgets(pageOf(visible, request), context)
    return {
      body: { object: 'list', total: visible.length, data: page.map(each => show(each, context)) },
    }
  }
}

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

/** All providers: git's first, then by workspace and slug. */
export function allProviders(context: Context): readonly ListedProvider[] {
  const { gateway, hash, loadedAt, replica } = context
  const time = new Date(loadedAt).toISOString()
  const { ofIntegration, ofProvider } = linkProviderOwners(context)
  const integrations = allIntegrations(context).map(({ saved }) => saved)
  const bySlug = new Map(integrations.map(each => [each.slug, each]))
  const written = [
    ...Object.entries(gateway.providers).map(([slug, { provider }]) => [slug, provider] as const),
    ...Object.keys(gateway.pools ?? {}).map(slug => [slug, POOL_PROVIDER] as const),
  ]
  const own = written.map(
    ([slug, provider]): ListedProvider => ({
      workspace: undefined,
      owners: [],
      shown: {
        id: derivedUuid(hash, PROVIDER, slug),
        slug,
        name: slug,
        note: null,
        integration_id: null,
        ai_provider_id: provider,
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
    }),
  )
  const saved = allStored(PROVIDER_FORM, replica, ({ id }) => id).map((found): ListedProvider => {
    const { workspace, integration: name } = found.saved
    const integration = bySlug.get(name)
    const own = ofProvider(found.saved)
    return {
      workspace,
      shown: showProvider(context, found.saved, own),
      found,
      owners: integration === undefined ? [own] : [own, ofIntegration(integration, workspace)],
    }
  })
  const defaults = allWorkspaces(context).flatMap(({ workspace: { slug: workspace } }) =>
    integrations.flatMap((integration): readonly ListedProvider[] => {
      const { defaultSlug, name, slug, limits, createdAt, updatedAt } = integration
      if (defaultSlug === undefined || !hasAccess(integration, workspace)) return []
      const owner = ofIntegration(integration, workspace)
      const provider: SavedProvider = {
        id: defaultProviderId(hash, workspace, defaultSlug),
        slug: defaultSlug,
        workspace,
        name,
        note: null,
        // As its name, so are its tags those of the integration.
        tags: integration.tags,
        integration: slug,
        pool: undefined,
        expiresAt: null,
        // A default provider has the limits of its integration.
        ...(limits[workspace] ?? NO_LIMITS),
        createdAt,
        updatedAt,
      }
      return [{ workspace, integration, owners: [owner], shown: showProvider(context, provider, owner) }]
    }),
  )
  const others = [...saved, ...defaults].sort((left, right) =>
    providerKey(left.workspace ?? '', left.shown.slug) < providerKey(right.workspace ?? '', right.shown.slug)
      ? -1
      : 1,
  )
  return [...own, ...others]
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
