// Which workspaces have access to an integration of an MCP server or agent.
import type { WorkspaceAccessUpdate } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import { findWorkspace } from '../../access/workspaces/workspace.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { OwnedIntegration } from '../../resources/integrations/owned-integration.ts'
import { commitOfKind, type IntegrationWrites, nowOf } from './integration-writes.ts'
import { findOwnedOfKind, findRequestedOfKind } from './requested-integration.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

export function readAccessOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest,
  context: Context,
): ApiReply | Failure {
  const found = findRequestedOfKind(kind, request, context)
  return isFailure(found)
    ? found
    : { body: showAccess(request, found.saved, context), revision: found.revision }
}

export async function updateAccessOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationWrites<Saved>,
  request: ApiRequest & { readonly body: WorkspaceAccessUpdate },
  context: Context,
): Promise<ApiReply | Failure> {
  const found = findOwnedOfKind(kind, request, context)
  if (isFailure(found)) return found
  if (found.saved.workspace !== '')
    return failure('invalid_request', `The ${kind.noun} belongs to one workspace, so no other has access.`)
  const { body } = request
  const access: Record<string, boolean> =
    body.override_existing_workspace_access === true ? {} : { ...found.saved.access }
  for (const { id, enabled } of body.workspaces ?? []) {
    const slug = findWorkspace(context, id)?.workspace.slug
    if (slug === undefined)
      return failure('not_found', `There is no workspace ${quoted(id)}.`, { param: 'workspaces' })
    access[slug] = enabled
  }
  const after: Saved = {
    ...found.saved,
    access,
    globalAccess: body.global_workspace_access?.enabled ?? found.saved.globalAccess,
    updatedAt: nowOf(context),
  }
  const result = await commitOfKind(kind, request, context, found, after)
  return isFailure(result) ? result : { ...result, body: showAccess(request, after, context) }
}

const showAccess = (request: ApiRequest, saved: OwnedIntegration, context: Context): JsonObject => ({
  global_workspace_access: { enabled: saved.globalAccess },
  workspaces: Object.entries(saved.workspace === '' ? saved.access : { [saved.workspace]: true })
    .filter(([slug]) => request.may(slug))
    .map(([slug, enabled]) => ({ id: workspaceId(context, slug), slug, enabled })),
})
