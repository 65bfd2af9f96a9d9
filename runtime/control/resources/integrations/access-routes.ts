// The routes of the workspaces of an integration: which have access, and how much of it each may use.
import type { IntegrationAccessUpdate } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import { findWorkspace } from '../../access/workspaces/model.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { exhaustedOwners, resetWrites, showLastReset, showNextReset } from '../../limits/limit-owner.ts'
import { changedLimits, NO_LIMITS, showPeerLimits } from '../../limits/resource-limits.ts'
import { linkProviderOwners } from '../providers/provider-limits.ts'
import { nowOf } from '../saved-resource.ts'
import { overridesAccess, repeatsOwner } from './kind-routes.ts'
import { limitsIn, type SavedIntegration } from './model.ts'
import { INTEGRATIONS } from './routes.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing' | 'limits'>

export const integrationAccessHandlers = {
  readIntegrationWorkspaces: INTEGRATIONS.visible(async ({ saved, revision }, request, context) => ({
    body: await showAccess(saved, request, context),
    revision,
  })),
  updateIntegrationWorkspaces: INTEGRATIONS.update(
    (saved, { body }, context) => changedAccess(body, saved, context),
    {
      writes: (after, { body: { workspaces = [] } }, context) => {
        const { ofIntegration } = linkProviderOwners(context)
        return workspaces.flatMap(({ id, reset_usage }) => {
          const slug = reset_usage === true ? findWorkspace(context, id)?.workspace.slug : undefined
          return slug === undefined ? [] : resetWrites(ofIntegration(after, slug), context)
        })
      },
      show: showAccess,
    },
  ),
} satisfies SomeHandlers<Context>

function changedAccess(
  body: IntegrationAccessUpdate,
  integration: SavedIntegration,
  context: Context,
): SavedIntegration | Failure {
  const { workspaces = [], global_workspace_access: global } = body
  const { workspace: own } = integration
  const override = overridesAccess(body)
  const access = new Map(override ? [] : Object.entries(integration.access))
  const limits = new Map(override ? [] : Object.entries(integration.limits))
  for (const { id, enabled, reset_usage: _, ...changes } of workspaces) {
    const slug = findWorkspace(context, id)?.workspace.slug
    if (slug === undefined)
      return failure('not_found', `There is no workspace ${quoted(id)}.`, { param: 'workspaces' })
    if (own !== '' && (slug !== own || !enabled)) return OF_ONE_WORKSPACE
    const changed = changedLimits(changes, limits.get(slug) ?? NO_LIMITS)
    if (isFailure(changed)) return { ...changed, param: 'workspaces' }
    access.set(slug, enabled)
    limits.set(slug, changed)
  }
  if (own !== '' && !repeatsOwner(integration, body, context)) return OF_ONE_WORKSPACE
  return {
    ...integration,
    access: own === '' ? Object.fromEntries(access) : {},
    limits: Object.fromEntries(limits),
    globalAccess: global?.enabled ?? integration.globalAccess,
    updatedAt: nowOf(context),
  }
}

const OF_ONE_WORKSPACE = failure(
  'invalid_request',
  'The integration belongs to one workspace, which has access, and no other has.',
)

async function showAccess(
  integration: SavedIntegration,
  request: ApiRequest,
  context: Context,
): Promise<JsonObject> {
  const { access, globalAccess, workspace } = integration
  const { ofIntegration } = linkProviderOwners(context)
  const named = Object.entries(workspace === '' ? access : { [workspace]: true })
    .filter(([slug]) => request.may(slug))
    .map(([slug, enabled]) => ({ slug, enabled, owner: ofIntegration(integration, slug) }))
  const exhausted = await exhaustedOwners(
    named.map(({ owner }) => owner),
    context,
  )
  return {
    global_workspace_access: { enabled: globalAccess },
    workspaces: named.map(({ slug, enabled, owner }) => ({
      id: workspaceId(context, slug),
      slug,
      enabled,
      ...showPeerLimits(limitsIn(integration, slug), context.gateway),
      status: exhausted.has(owner.id) ? 'exhausted' : 'active',
      next_usage_reset_at: showNextReset([owner], context),
      last_reset_at: showLastReset([owner], context),
    })),
  }
}
