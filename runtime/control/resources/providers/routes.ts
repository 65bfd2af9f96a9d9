// The routes of providers: those of the manifest, the default providers of integrations, and those that were made by API.
import type { ApiPool, Provider } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import { readExpiry } from '../../core/read-time.ts'
import type { FoundInStore } from '../../core/stored-form.ts'
import { resetWrites } from '../../limits/limit-owner.ts'
import { changedLimits, NO_LIMITS } from '../../limits/resource-limits.ts'
import { findIntegration } from '../integrations/model.ts'
import { hasAccess, isVisibleTo } from '../integrations/owned-integration.ts'
import {
  alreadyExists,
  commitResource,
  deleteResource,
  nowOf,
  type WrittenResource,
} from '../saved-resource.ts'
import {
  findListed,
  findVisibleProvider,
  listOfProviders,
  type ProviderContext,
  showProvider,
  withBudgets,
} from './list-routes.ts'
import { PROVIDER, PROVIDER_FORM, providerKey, type SavedProvider } from './model.ts'
import { linkProviderOwners } from './provider-limits.ts'
import { refuseMemberDeletion, refusePool } from './saved-pools.ts'

type Context = ProviderContext

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

const PROVIDER_NAMED = { parameter: 'providerSlug', noun: 'provider' }

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
