// The routes of virtual keys, the legacy face of providers. One that is made here is an integration of its workspace with its
// default provider.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { maskFields } from '../../core/sealing/secret-fields.ts'
import type { FoundInStore } from '../../core/stored-form.ts'
import { resetWrites } from '../../limits/limit-owner.ts'
import { changedLimits, NO_LIMITS } from '../../limits/resource-limits.ts'
import { findIntegration, limitsIn, type SavedIntegration, UNLIMITED } from '../integrations/model.ts'
import { completeIntegration, INTEGRATION_RESOURCE } from '../integrations/routes.ts'
import { alreadyExists, deleteResource, nowOf, type ResourceChange, saveResource } from '../saved-resource.ts'
import {
  findAnywhere,
  findVisibleProvider,
  type ListedProvider,
  listOfProviders,
  withBudgets,
} from './list-routes.ts'
import { linkProviderOwners } from './provider-limits.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing' | 'limits'>

export const virtualKeyHandlers = {
  listVirtualKeys: listOfProviders(showVirtualKey),
  createVirtualKey: async (request, context) => {
    const { name, slug: wanted, note = null, provider, workspace_id, ...changes } = request.body
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    if (findIntegration(context, slug) !== undefined) return alreadyExists('virtual key', slug)
    const limits = changedLimits(changes, NO_LIMITS)
    if (isFailure(limits)) return limits
    const time = nowOf(context)
    const after = completeIntegration(request, context, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description: note,
      workspace,
      aiProvider: provider,
      properties: {},
      mappings: [],
      defaultSlug: slug,
      tags: {},
      access: {},
      globalAccess: false,
      ...UNLIMITED,
      limits: { [workspace]: limits },
      createdAt: time,
      updatedAt: time,
    })
    return isFailure(after) ? after : await save(request, context, { before: undefined, after })
  },
  readVirtualKey: async (request, context) => {
    const listed = findVisibleProvider(request, context, VIRTUAL_KEY)
    if (isFailure(listed)) return listed
    const [shown = listed] = await withBudgets([listed], context)
    return { body: showVirtualKey(shown, context) }
  },
  updateVirtualKey: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { name, note, reset_usage, ...changes } = request.body
    const { workspace } = found.saved
    const limits = changedLimits(changes, limitsIn(found.saved, workspace))
    if (isFailure(limits)) return limits
    const after = completeIntegration(request, context, {
      ...found.saved,
      ...(name !== undefined && { name }),
      ...(note !== undefined && { description: note }),
      limits: { ...found.saved.limits, [workspace]: limits },
      updatedAt: nowOf(context),
    })
    if (isFailure(after)) return after
    const owner = linkProviderOwners(context).ofIntegration(after, workspace)
    const writes = reset_usage === true ? resetWrites(owner, context) : []
    return await save(request, context, { before: found, after, writes })
  },
  deleteVirtualKey: async (request, context) => {
    const found = findWritable(request, context)
    return isFailure(found) ? found : await deleteResource(INTEGRATION_RESOURCE, request, context, found)
  },
} satisfies SomeHandlers<Context>

const VIRTUAL_KEY = { parameter: 'slug', noun: 'virtual key' }

/** The integration of a virtual key that was made here, or why it is changed elsewhere. */
function findWritable(request: ApiRequest, context: Context): FoundInStore<SavedIntegration> | Failure {
  const listed = findVisibleProvider(request, context, VIRTUAL_KEY)
  if (isFailure(listed)) return listed
  const { slug, owner } = listed.shown
  if (owner === 'git') return ownedByGit('virtual key', slug)
  const found = listed.integration && findIntegration(context, listed.integration.slug)
  return found !== undefined && found.saved.workspace === listed.workspace
    ? found
    : failure('conflict', `${quoted(slug)} is a provider: change it, or its integration, there.`)
}

function showVirtualKey({ shown, integration }: ListedProvider, context: Context): JsonObject {
  const { integration_id, ai_provider_id, object: _object, ...others } = shown
  const saved = integration ?? findIntegration(context, integration_id ?? '')?.saved
  const { api_key: key = null } = maskFields(saved?.properties ?? {})
  return {
    ...others,
    note: shown.note ?? saved?.description ?? null,
    ai_provider_name: ai_provider_id,
    key,
    object: 'virtual-key',
  }
}

/** Writes the integration; the reply shows the virtual key. */
async function save(
  request: ApiRequest,
  context: Context,
  change: ResourceChange<SavedIntegration>,
): Promise<ApiReply | Failure> {
  const result = await saveResource(INTEGRATION_RESOURCE, request, context, change)
  if (isFailure(result)) return result
  const listed = findAnywhere(request, context, change.after.defaultSlug ?? '')
  if (listed === undefined) return result
  const [shown = listed] = await withBudgets([listed], context)
  return { ...result, body: showVirtualKey(shown, context) }
}
