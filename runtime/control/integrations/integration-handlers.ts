// The routes of integrations.

import type { IntegrationCreate, IntegrationUpdate } from '../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest, ControlContext, Handlers } from '../api/api-request.ts'
import { chooseSlug } from '../api/choose-slug.ts'
import { commitChange } from '../api/commit-change.ts'
import { pageReply } from '../api/pages.ts'
import { PROVIDER, providerOf } from '../providers/saved-provider.ts'
import { chooseWorkspace, workspaceId } from '../workspaces/choose-workspace.ts'
import { findWorkspace } from '../workspaces/workspace.ts'
import {
  allIntegrations,
  findIntegration,
  findVisibleIntegration,
  isVisibleIntegration,
} from './find-integration.ts'
import { type FoundIntegration, hasAccess, INTEGRATION, type SavedIntegration } from './integration.ts'
import { commitIntegration, showIntegration, writeIntegration } from './write-integration.ts'

type IntegrationOperation =
  | 'listIntegrations'
  | 'createIntegration'
  | 'readIntegration'
  | 'updateIntegration'
  | 'deleteIntegration'
  | 'readIntegrationWorkspaces'
  | 'updateIntegrationWorkspaces'

export const integrationHandlers: Handlers<IntegrationOperation> = {
  listIntegrations: async (request, context) => {
    const named = request.query['workspace_id']
    const workspace = named === undefined ? undefined : chooseWorkspace(request, context, String(named))
    if (isFailure(workspace)) return workspace
    const visible = allIntegrations(context).filter(
      ({ integration }) =>
        isVisibleIntegration(request, integration) &&
        (workspace === undefined || hasAccess(integration, workspace)),
    )
    return pageReply(visible, request, ({ integration }) => showIntegration(integration, context))
  },
  createIntegration: async (request, context) => {
    const body = request.body as unknown as IntegrationCreate
    const { name } = body
    const slug = chooseSlug(name, body.slug)
    if (isFailure(slug)) return slug
    if (findIntegration(context, slug) !== undefined)
      return failure('conflict', `The integration ${quoted(slug)} exists already.`, { param: 'slug' })
    const isOrganisations = body.workspace_id === undefined && request.mayOrganise
    const workspace = chooseWorkspace(request, context, body.workspace_id)
    if (isFailure(workspace)) return workspace
    const time = new Date(context.clock.now()).toISOString()
    return await writeIntegration(request, context, undefined, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description: body.description ?? null,
      workspace: isOrganisations ? '' : workspace,
      aiProvider: body.ai_provider_id,
      properties: {},
      mappings: [],
      defaultSlug: body.create_default_provider === false ? undefined : (body.default_provider_slug ?? slug),
      tags: { ...body.tags },
      access: isOrganisations ? { [workspace]: true } : {},
      globalAccess: false,
      createdAt: time,
      updatedAt: time,
    })
  },
  readIntegration: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found)
      ? found
      : { body: showIntegration(found.integration, context), revision: found.revision }
  },
  updateIntegration: async (request, context) => {
    const found = findOwned(request, context)
    if (isFailure(found)) return found
    const { integration } = found
    const { name, description, tags, create_default_provider, default_provider_slug } =
      request.body as unknown as IntegrationUpdate
    const slug = default_provider_slug ?? integration.defaultSlug ?? integration.slug
    const hasDefault =
      create_default_provider ??
      (default_provider_slug !== undefined || integration.defaultSlug !== undefined)
    return await writeIntegration(request, context, found, {
      ...integration,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags: { ...tags } }),
      defaultSlug: hasDefault ? slug : undefined,
      updatedAt: new Date(context.clock.now()).toISOString(),
    })
  },
  deleteIntegration: async (request, context) => {
    const found = findOwned(request, context)
    if (isFailure(found)) return found
    const { slug, workspace } = found.integration
    const user = context.replica
      ?.all(PROVIDER)
      .map(providerOf)
      .find(({ provider }) => provider.integration === slug)
    if (user !== undefined)
      return failure(
        'conflict',
        `The integration ${quoted(slug)} is used by the provider ${quoted(user.provider.slug)}.`,
      )
    const revision = await commitChange(context, request, {
      action: 'delete',
      resource: INTEGRATION,
      id: slug,
      workspace: workspace === '' ? null : workspace,
      before: showIntegration(found.integration, context),
      after: null,
      writes: [{ kind: INTEGRATION, id: slug, value: undefined, expects: request.expects ?? found.revision }],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
  readIntegrationWorkspaces: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found)
      ? found
      : { body: showAccess(request, found.integration, context), revision: found.revision }
  },
  updateIntegrationWorkspaces: async (request, context) => {
    const found = findOwned(request, context)
    if (isFailure(found)) return found
    const { integration } = found
    if (integration.workspace !== '')
      return failure('invalid_request', 'The integration belongs to one workspace, so no other has access.')
    const {
      workspaces = [],
      global_workspace_access: global,
      override_existing_workspace_access: override,
    } = request.body as {
      readonly workspaces?: readonly { readonly id: string; readonly enabled: boolean }[]
      readonly global_workspace_access?: { readonly enabled: boolean }
      readonly override_existing_workspace_access?: boolean
    }
    const access: Record<string, boolean> = override === true ? {} : { ...integration.access }
    for (const { id, enabled } of workspaces) {
      const slug = findWorkspace(context, id)?.workspace.slug
      if (slug === undefined)
        return failure('invalid_request', `There is no workspace ${quoted(id)}.`, { param: 'workspaces' })
      access[slug] = enabled
    }
    const after = {
      ...integration,
      access,
      globalAccess: global?.enabled ?? integration.globalAccess,
      updatedAt: new Date(context.clock.now()).toISOString(),
    }
    const result = await commitIntegration(request, context, found, after)
    return isFailure(result) ? result : { ...result, body: showAccess(request, after, context) }
  },
}

const findVisible = (request: ApiRequest, context: ControlContext): FoundIntegration | Failure =>
  findVisibleIntegration(request, context, request.path['integrationId'] ?? '')

function findOwned(request: ApiRequest, context: ControlContext): FoundIntegration | Failure {
  const found = findVisible(request, context)
  if (isFailure(found)) return found
  const { workspace, slug } = found.integration
  const owns = workspace === '' ? request.mayOrganise : request.may(workspace)
  return owns ? found : failure('forbidden', `The integration ${quoted(slug)} belongs to the organisation.`)
}

const showAccess = (
  request: ApiRequest,
  { access, globalAccess, workspace }: SavedIntegration,
  context: ControlContext,
): JsonObject => ({
  global_workspace_access: { enabled: globalAccess },
  workspaces: Object.entries(workspace === '' ? access : { [workspace]: true })
    .filter(([slug]) => request.may(slug))
    .map(([slug, enabled]) => ({ id: workspaceId(context, slug), slug, enabled })),
})
