// The routes of MCP integrations.
import type {
  McpAccessUpdate,
  McpCapabilitiesUpdate,
  McpIntegrationCreate,
  McpIntegrationImport,
  McpIntegrationUpdate,
} from '../../../schemas/generated/control-types.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, ControlContext, Handlers } from '../api/api-request.ts'
import { chooseSlug } from '../api/choose-slug.ts'
import { commitChange } from '../api/commit-change.ts'
import { pageReply } from '../api/pages.ts'
import { hasAccess } from '../integrations/integration.ts'
import { chooseWorkspace, workspaceId } from '../workspaces/choose-workspace.ts'
import { findWorkspace } from '../workspaces/workspace.ts'
import {
  allMcpIntegrations,
  allMcpServers,
  type FoundMcpIntegration,
  findMcpIntegration,
  isVisibleMcp,
} from './find-mcp.ts'
import { readRegistryServer } from './registry-server.ts'
import { MCP_INTEGRATION, type SavedMcpIntegration } from './saved-mcp.ts'
import { showSwitchedOff, switchCapabilities } from './switch-capabilities.ts'
import { commitMcpIntegration, showMcpIntegration, writeMcpIntegration } from './write-mcp-integration.ts'

type McpIntegrationOperation =
  | 'listMcpIntegrations'
  | 'createMcpIntegration'
  | 'importMcpIntegration'
  | 'readMcpIntegration'
  | 'updateMcpIntegration'
  | 'deleteMcpIntegration'
  | 'readMcpIntegrationWorkspaces'
  | 'updateMcpIntegrationWorkspaces'
  | 'readMcpIntegrationCapabilities'
  | 'updateMcpIntegrationCapabilities'

export const mcpIntegrationHandlers: Handlers<McpIntegrationOperation> = {
  listMcpIntegrations: async (request, context) => {
    const named = request.query['workspace_id']
    const workspace = named === undefined ? undefined : chooseWorkspace(request, context, String(named))
    if (isFailure(workspace)) return workspace
    const visible = allMcpIntegrations(context).filter(
      ({ saved }) => isVisibleMcp(request, saved) && (workspace === undefined || hasAccess(saved, workspace)),
    )
    return pageReply(visible, request, ({ saved }) => showMcpIntegration(saved, context))
  },
  createMcpIntegration: (request, context) =>
    create(request, context, request.body as unknown as McpIntegrationCreate),
  importMcpIntegration: async (request, context) => {
    const { server, slug, workspace_id } = request.body as unknown as McpIntegrationImport
    const read = readRegistryServer(server)
    if (isFailure(read)) return read
    return await create(request, context, {
      ...read,
      ...(slug !== undefined && { slug }),
      ...(workspace_id !== undefined && { workspace_id }),
    })
  },
  readMcpIntegration: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found)
      ? found
      : { body: showMcpIntegration(found.saved, context), revision: found.revision }
  },
  updateMcpIntegration: async (request, context) => {
    const found = findOwned(request, context)
    if (isFailure(found)) return found
    const { name, description, url, auth_type, configurations } =
      request.body as unknown as McpIntegrationUpdate
    return await writeMcpIntegration(request, context, found, configurations, {
      ...found.saved,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(url !== undefined && { url }),
      ...(auth_type !== undefined && { authType: auth_type }),
      updatedAt: new Date(context.clock.now()).toISOString(),
    })
  },
  deleteMcpIntegration: async (request, context) => {
    const found = findOwned(request, context)
    if (isFailure(found)) return found
    const { slug, workspace } = found.saved
    const user = allMcpServers(context).find(({ saved }) => saved.integration === slug)
    if (user !== undefined)
      return failure(
        'conflict',
        `The MCP integration ${quoted(slug)} is used by the server ${quoted(user.saved.slug)}.`,
      )
    const revision = await commitChange(context, request, {
      action: 'delete',
      resource: MCP_INTEGRATION,
      id: slug,
      workspace: workspace === '' ? null : workspace,
      before: showMcpIntegration(found.saved, context),
      after: null,
      writes: [
        { kind: MCP_INTEGRATION, id: slug, value: undefined, expects: request.expects ?? found.revision },
      ],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
  readMcpIntegrationWorkspaces: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found)
      ? found
      : { body: showAccess(request, found.saved, context), revision: found.revision }
  },
  updateMcpIntegrationWorkspaces: async (request, context) => {
    const found = findOwned(request, context)
    if (isFailure(found)) return found
    if (found.saved.workspace !== '')
      return failure(
        'invalid_request',
        'The MCP integration belongs to one workspace, so no other has access.',
      )
    const body = request.body as unknown as McpAccessUpdate
    const access: Record<string, boolean> =
      body.override_existing_workspace_access === true ? {} : { ...found.saved.access }
    for (const { id, enabled } of body.workspaces ?? []) {
      const slug = findWorkspace(context, id)?.workspace.slug
      if (slug === undefined)
        return failure('invalid_request', `There is no workspace ${quoted(id)}.`, { param: 'workspaces' })
      access[slug] = enabled
    }
    const after = {
      ...found.saved,
      access,
      globalAccess: body.global_workspace_access?.enabled ?? found.saved.globalAccess,
      updatedAt: new Date(context.clock.now()).toISOString(),
    }
    const result = await commitMcpIntegration(request, context, found, after)
    return isFailure(result) ? result : { ...result, body: showAccess(request, after, context) }
  },
  readMcpIntegrationCapabilities: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found) ? found : showOff(found.saved, request, found.revision)
  },
  updateMcpIntegrationCapabilities: async (request, context) => {
    const found = findOwned(request, context)
    if (isFailure(found)) return found
    const { capabilities } = request.body as unknown as McpCapabilitiesUpdate
    const after = {
      ...found.saved,
      off: switchCapabilities(found.saved.off, capabilities),
      updatedAt: new Date(context.clock.now()).toISOString(),
    }
    const result = await commitMcpIntegration(request, context, found, after)
    return isFailure(result) ? result : showOff(after, request, result.revision)
  },
}

async function create(
  request: ApiRequest,
  context: ControlContext,
  {
    name,
    slug: wanted,
    description = null,
    url,
    auth_type,
    configurations,
    workspace_id,
  }: Omit<McpIntegrationCreate, 'description'> & { readonly description?: string | null },
): Promise<ApiReply | Failure> {
  const slug = chooseSlug(name, wanted)
  if (isFailure(slug)) return slug
  if (findMcpIntegration(context, slug) !== undefined)
    return failure('conflict', `The MCP integration ${quoted(slug)} exists already.`, { param: 'slug' })
  const isOrganisations = workspace_id === undefined && request.mayOrganise
  const workspace = chooseWorkspace(request, context, workspace_id)
  if (isFailure(workspace)) return workspace
  const time = new Date(context.clock.now()).toISOString()
  return await writeMcpIntegration(
    request,
    context,
    undefined,
    { custom_headers: {}, ...configurations },
    {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description,
      workspace: isOrganisations ? '' : workspace,
      url,
      authType: auth_type,
      headers: {},
      oauth: {},
      off: {},
      access: isOrganisations ? { [workspace]: true } : {},
      globalAccess: false,
      createdAt: time,
      updatedAt: time,
    },
  )
}

const showOff = (
  { off }: SavedMcpIntegration,
  request: ApiRequest,
  revision: number | undefined,
): ApiReply => ({ ...pageReply(showSwitchedOff(off), request, each => each), revision })

function findVisible(request: ApiRequest, context: ControlContext): FoundMcpIntegration | Failure {
  const name = request.path['mcpIntegrationId'] ?? ''
  const found = findMcpIntegration(context, name)
  return found !== undefined && isVisibleMcp(request, found.saved)
    ? found
    : failure('not_found', `There is no MCP integration ${quoted(name)}.`)
}

function findOwned(request: ApiRequest, context: ControlContext): FoundMcpIntegration | Failure {
  const found = findVisible(request, context)
  if (isFailure(found)) return found
  const { workspace, slug } = found.saved
  const owns = workspace === '' ? request.mayOrganise : request.may(workspace)
  return owns
    ? found
    : failure('forbidden', `The MCP integration ${quoted(slug)} belongs to the organisation.`)
}

const showAccess = (request: ApiRequest, saved: SavedMcpIntegration, context: ControlContext) => ({
  global_workspace_access: { enabled: saved.globalAccess },
  workspaces: Object.entries(saved.workspace === '' ? saved.access : { [saved.workspace]: true })
    .filter(([slug]) => request.may(slug))
    .map(([slug, enabled]) => ({ id: workspaceId(context, slug), slug, enabled })),
})
