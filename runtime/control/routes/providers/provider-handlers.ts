// The routes of providers: those of the manifest, the default providers of integrations, and those that were made by API.

import type { Provider } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { commitChange, ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageOf } from '../../core/pages.ts'
import { readExpiry } from '../../core/read-time.ts'
import { resetWrites } from '../../limits/limit-owner.ts'
import { changedLimits, NO_LIMITS } from '../../limits/resource-limits.ts'
import { INTEGRATION_KIND } from '../../resources/integrations/integration.ts'
import { findVisibleOfKind } from '../../resources/integrations/integration-kind.ts'
import { hasAccess } from '../../resources/integrations/owned-integration.ts'
import { linkProviderOwners } from '../../resources/providers/provider-limits.ts'
import {
  type FoundProviderResource,
  PROVIDER,
  providerKey,
  type SavedProvider,
  toStoredProvider,
} from '../../resources/providers/saved-provider.ts'
import {
  allProviders,
  isVisibleProvider,
  type ListedProvider,
  showProvider,
  visibleProviders,
  withBudgets,
} from './list-providers.ts'

type Context = WriteSources & Pick<ControlSources, 'limits'>

type ProviderOperation =
  | 'listProviders'
  | 'createProvider'
  | 'readProvider'
  | 'updateProvider'
  | 'deleteProvider'

export const providerHandlers: Handlers<ProviderOperation, Context> = {
  listProviders: async (request, context) => {
    const visible = visibleProviders(request, context)
    if (isFailure(visible)) return visible
    const page = await withBudgets(pageOf(visible, request), context)
    return {
      body: { object: 'list', total: visible.length, data: page.map(({ shown }) => asJson(shown)) },
    }
  },
  createProvider: async (request, context) => {
    const {
      name,
      slug: wanted,
      note = null,
      tags = {},
      expires_at = null,
      integration_id,
      workspace_id,
      ...changes
    } = request.body
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    const expiry = readExpiry(expires_at, context.clock.now())
    if (isFailure(expiry)) return expiry
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const found = findVisibleOfKind(INTEGRATION_KIND, request, context, integration_id)
    const integration = isFailure(found) ? undefined : found.saved
    if (integration === undefined || !hasAccess(integration, workspace))
      return failure(
        'not_found',
        `The workspace ${quoted(workspace)} has access to no integration ${quoted(integration_id)}.`,
        { param: 'integration_id' },
      )
    if (findListed(context, slug, workspace) !== undefined)
      return failure('conflict', `The provider ${quoted(slug)} exists already.`, { param: 'slug' })
    const limits = changedLimits(changes, NO_LIMITS)
    if (isFailure(limits)) return limits
    const time = new Date(context.clock.now()).toISOString()
    return await write(request, context, undefined, {
      id: randomUuid(context.randomId()),
      slug,
      workspace,
      name,
      note,
      tags: { ...tags },
      integration: integration.slug,
      expiresAt: expires_at,
      limits,
      createdAt: time,
      updatedAt: time,
    })
  },
  readProvider: async (request, context) => {
    const listed = findVisible(request, context)
    if (isFailure(listed)) return listed
    const [{ shown } = listed] = await withBudgets([listed], context)
    return { body: asJson(shown), revision: listed.found?.revision }
  },
  updateProvider: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { name, note, tags, expires_at, reset_usage, ...changes } = request.body
    const limits = changedLimits(changes, found.provider.limits)
    if (isFailure(limits)) return limits
    const expiry = readExpiry(expires_at ?? null, context.clock.now())
    if (isFailure(expiry)) return expiry
    const after = {
      ...found.provider,
      limits,
      ...(name !== undefined && { name }),
      ...(note !== undefined && { note }),
      ...(tags !== undefined && { tags: { ...tags } }),
      ...(expires_at !== undefined && { expiresAt: expires_at }),
      updatedAt: new Date(context.clock.now()).toISOString(),
    }
    return await write(request, context, found, after, reset_usage)
  },
  deleteProvider: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { slug, workspace } = found.provider
    const revision = await commitChange(context, request, {
      action: 'delete',
      resource: PROVIDER,
      id: slug,
      workspace,
      before: show(context, found.provider),
      after: null,
      writes: [
        {
          kind: PROVIDER,
          id: providerKey(workspace, slug),
          value: undefined,
          expects: request.expects ?? found.revision,
        },
      ],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
}

const findListed = (context: Context, slug: string, workspace: string): ListedProvider | undefined =>
  allProviders(context).find(
    each => each.shown.slug === slug && (each.workspace === undefined || each.workspace === workspace),
  )

function findVisible(request: ApiRequest, context: Context): ListedProvider | Failure {
  const name = request.path['providerSlug'] ?? ''
  const visible = allProviders(context).filter(each => isVisibleProvider(request, each))
  const listed = findNamed(visible, name, ({ shown }) => shown)
  return listed ?? failure('not_found', `There is no provider ${quoted(name)}.`)
}

function findWritable(request: ApiRequest, context: Context): FoundProviderResource | Failure {
  const listed = findVisible(request, context)
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
  before: FoundProviderResource | undefined,
  after: SavedProvider,
  resets = false,
): Promise<ApiReply | Failure> {
  const shown = show(context, after)
  const revision = await commitChange(context, request, {
    action: before === undefined ? 'create' : 'update',
    resource: PROVIDER,
    id: after.slug,
    workspace: after.workspace,
    before: before === undefined ? null : show(context, before.provider),
    after: shown,
    writes: [
      {
        kind: PROVIDER,
        id: providerKey(after.workspace, after.slug),
        value: toStoredProvider(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision),
      },
      ...(resets ? resetWrites(linkProviderOwners(context).ofProvider(after), context) : []),
    ],
  })
  if (isFailure(revision)) return revision
  const listed = findListed(context, after.slug, after.workspace)
  const [now] = listed === undefined ? [] : await withBudgets([listed], context)
  return { body: now === undefined ? shown : asJson(now.shown), revision }
}

const asJson = (provider: Provider): JsonObject => ({ ...provider })

const show = (context: Context, provider: SavedProvider): JsonObject =>
  asJson(showProvider(context, provider, linkProviderOwners(context).ofProvider(provider)))
