// The routes of MCP servers.
import type {
  McpCapabilitiesUpdate,
  McpServerCreate,
  McpServerUpdate,
  McpToolApproval,
  McpUserAccessUpdate,
} from '../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, ControlContext, Handlers } from '../api/api-request.ts'
import { chooseSlug } from '../api/choose-slug.ts'
import { commitChange } from '../api/commit-change.ts'
import { pageReply } from '../api/pages.ts'
import { hasAccess } from '../integrations/integration.ts'
import { chooseWorkspace } from '../workspaces/choose-workspace.ts'
import { approveTools } from './approve-tools.ts'
import { findMcpIntegration } from './find-mcp.ts'
import {
  findListed,
  findWritable,
  type ListedMcpServer,
  listMcpServers,
  showMcpServer,
} from './list-mcp-servers.ts'
import { MCP_SERVER, type SavedMcpServer, toStoredMcpServer } from './saved-mcp.ts'
import { probeOf, showCapabilities } from './show-capabilities.ts'
import { MCP_TOOLS, readPins } from './stored-pins.ts'
import { switchCapabilities } from './switch-capabilities.ts'

type McpServerOperation =
  | 'listMcpServers'
  | 'createMcpServer'
  | 'readMcpServer'
  | 'updateMcpServer'
  | 'deleteMcpServer'
  | 'readMcpServerCapabilities'
  | 'updateMcpServerCapabilities'
  | 'approveMcpTools'
  | 'readMcpServerUserAccess'
  | 'updateMcpServerUserAccess'
  | 'testMcpServer'
  | 'readMcpServerMetadata'

export const mcpServerHandlers: Handlers<McpServerOperation> = {
  listMcpServers: async (request, context) => {
    const named = request.query['workspace_id']
    const workspace = named === undefined ? undefined : chooseWorkspace(request, context, String(named))
    if (isFailure(workspace)) return workspace
    return pageReply(listMcpServers(request, context, workspace), request, each =>
      showMcpServer(each, context),
    )
  },
  createMcpServer: async (request, context) => {
    const {
      name,
      mcp_integration_id,
      slug: wanted,
      description = null,
      workspace_id,
    } = request.body as unknown as McpServerCreate
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (!SLUG.test(slug)) return MALFORMED
    if (
      Object.hasOwn(context.gateway.mcp?.servers ?? {}, slug) ||
      context.replica?.get(MCP_SERVER, slug) !== undefined
    )
      return failure('conflict', `The MCP server ${quoted(slug)} exists already.`, { param: 'slug' })
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const integration = findMcpIntegration(context, mcp_integration_id)
    if (integration === undefined || !hasAccess(integration.saved, workspace))
      return failure(
        'not_found',
        `There is no MCP integration ${quoted(mcp_integration_id)} in this workspace.`,
        {
          param: 'mcp_integration_id',
        },
      )
    const time = new Date(context.clock.now()).toISOString()
    return await commitServer(request, context, undefined, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description,
      workspace,
      integration: integration.saved.slug,
      off: {},
      users: {},
      defaultUserAccess: 'allow',
      createdAt: time,
      updatedAt: time,
    })
  },
  readMcpServer: async (request, context) => {
    const found = findListed(request, context)
    return isFailure(found) ? found : { body: showMcpServer(found, context), revision: found.revision }
  },
  updateMcpServer: async (request, context) => {
    const { name, description } = request.body as unknown as McpServerUpdate
    return await change(request, context, saved => ({
      ...saved,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    }))
  },
  deleteMcpServer: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { slug, workspace } = found.saved
    const pins = readPins(context.replica, slug)
    const revision = await commitChange(context, request, {
      action: 'delete',
      resource: MCP_SERVER,
      id: slug,
      workspace,
      before: showMcpServer(found, context),
      after: null,
      writes: [
        {
          kind: MCP_SERVER,
          id: slug,
          value: undefined,
          expects: request.expects ?? found.revision ?? 'absent',
        },
        // Another server of this name begins without trust.
        ...(pins.revision === undefined
          ? []
          : [{ kind: MCP_TOOLS, id: slug, value: undefined, expects: pins.revision }]),
      ],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
  readMcpServerCapabilities: async (request, context) => {
    const found = findListed(request, context)
    return isFailure(found) ? found : await capabilitiesReply(found, request, context, false)
  },
  updateMcpServerCapabilities: async (request, context) => {
    const { capabilities } = request.body as unknown as McpCapabilitiesUpdate
    const changed = await change(request, context, saved => ({
      ...saved,
      off: switchCapabilities(saved.off, capabilities),
    }))
    if (isFailure(changed)) return changed
    const found = findListed(request, context)
    return isFailure(found) ? found : await capabilitiesReply(found, request, context, false)
  },
  approveMcpTools: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    const { tools } = request.body as unknown as McpToolApproval
    const approved = await approveTools(found, tools, request, context)
    return isFailure(approved) ? approved : await capabilitiesReply(found, request, context, true)
  },
  readMcpServerUserAccess: async (request, context) => {
    const found = findWritable(request, context)
    return isFailure(found) ? found : { body: showUserAccess(found.saved), revision: found.revision }
  },
  updateMcpServerUserAccess: async (request, context) => {
    const { default_user_access, user_access = [] } = request.body as unknown as McpUserAccessUpdate
    const changed = await change(request, context, saved => ({
      ...saved,
      defaultUserAccess: default_user_access ?? saved.defaultUserAccess,
      users: {
        ...saved.users,
        ...Object.fromEntries(user_access.map(({ user_id, enabled }) => [user_id, enabled])),
      },
    }))
    if (isFailure(changed)) return changed
    const found = findWritable(request, context)
    return isFailure(found) ? found : { body: showUserAccess(found.saved), revision: found.revision }
  },
  testMcpServer: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    const probed = await probeOf(found.slug, context, true)
    if (isFailure(probed)) return probed
    const { error, tools, metadata } = probed
    const names = tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    return { body: { success: error === null, error, tools: names, metadata } }
  },
  readMcpServerMetadata: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    const probed = await probeOf(found.slug, context, false)
    return isFailure(probed) ? probed : { body: probed.metadata }
  },
}

const SLUG = /^[a-z0-9][a-z0-9_-]{2,49}$/
const MALFORMED = failure(
  'invalid_request',
  'slug must have 3 to 50 lower-case letters, digits, hyphens and underscores, and begin with a letter or digit.',
  { param: 'slug' },
)

const showUserAccess = ({ defaultUserAccess, users }: SavedMcpServer): JsonObject => ({
  default_user_access: defaultUserAccess,
  user_access: Object.entries(users).map(([user_id, enabled]) => ({ user_id, enabled })),
})

async function capabilitiesReply(
  found: ListedMcpServer,
  request: ApiRequest,
  context: ControlContext,
  fresh: boolean,
): Promise<ApiReply | Failure> {
  const shown = await showCapabilities(found, context, fresh)
  return isFailure(shown) ? shown : { ...pageReply(shown, request, each => each), revision: found.revision }
}

/** Changes a server that was saved here. */
async function change(
  request: ApiRequest,
  context: ControlContext,
  apply: (saved: SavedMcpServer) => SavedMcpServer,
): Promise<ApiReply | Failure> {
  const found = findWritable(request, context)
  if (isFailure(found)) return found
  const updatedAt = new Date(context.clock.now()).toISOString()
  return await commitServer(request, context, found, { ...apply(found.saved), updatedAt })
}

async function commitServer(
  request: ApiRequest,
  context: ControlContext,
  before: (ListedMcpServer & { readonly saved: SavedMcpServer }) | undefined,
  after: SavedMcpServer,
): Promise<ApiReply | Failure> {
  const shown = showMcpServer(
    { slug: after.slug, workspace: after.workspace, saved: after, revision: undefined },
    context,
  )
  const revision = await commitChange(context, request, {
    action: before === undefined ? 'create' : 'update',
    resource: MCP_SERVER,
    id: after.slug,
    workspace: after.workspace,
    before: before === undefined ? null : showMcpServer(before, context),
    after: { ...shown, off: after.off, users: after.users, default_user_access: after.defaultUserAccess },
    writes: [
      {
        kind: MCP_SERVER,
        id: after.slug,
        value: toStoredMcpServer(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision ?? 'absent'),
      },
    ],
  })
  return isFailure(revision) ? revision : { body: shown, revision }
}
