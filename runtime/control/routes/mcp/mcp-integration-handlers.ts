// The routes of MCP integrations.
import type { McpIntegrationCreate } from '../../../../schemas/generated/control-types.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { McpOAuthSources } from '../../mcp-oauth/call-authority.ts'
import { endConnections } from '../../mcp-oauth/end-connections.ts'
import { readRegistryServer } from '../../resources/mcp/registry-server.ts'
import type { SavedMcpIntegration } from '../../resources/mcp/saved-mcp.ts'
import {
  namedSubjects,
  showSwitchedOff,
  switchCapabilities,
} from '../../resources/mcp/switch-capabilities.ts'
import {
  commitOfKind,
  deleteOfKind,
  listOfKind,
  nowOf,
  planNewOfKind,
  readOfKind,
} from '../integrations/integration-writes.ts'
import { findOwnedOfKind, findRequestedOfKind } from '../integrations/requested-integration.ts'
import { readAccessOfKind, updateAccessOfKind } from '../integrations/workspace-access.ts'
import { MCP_WRITES, writeMcpIntegration } from './write-mcp-integration.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'> & McpOAuthSources

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

export const mcpIntegrationHandlers: Handlers<McpIntegrationOperation, Context> = {
  listMcpIntegrations: async (request, context) => listOfKind(MCP_WRITES, request, context),
  createMcpIntegration: (request, context) => create(request, context, request.body),
  importMcpIntegration: async (request, context) => {
    const { server, slug, workspace_id } = request.body
    const read = readRegistryServer(server)
    if (isFailure(read)) return read
    return await create(request, context, {
      ...read,
      ...(slug !== undefined && { slug }),
      ...(workspace_id !== undefined && { workspace_id }),
    })
  },
  readMcpIntegration: async (request, context) => readOfKind(MCP_WRITES, request, context),
  updateMcpIntegration: async (request, context) => {
    const found = findOwnedOfKind(MCP_WRITES, request, context)
    if (isFailure(found)) return found
    const { saved } = found
    const { name, description, url = saved.url, auth_type: authType = saved.authType } = request.body
    // What people allowed was for the address, and for accounts of their own.
    const isOther = url !== saved.url || authType !== saved.authType
    const ended = endConnections(context, ({ server }) => isOther && isServerOf(server, saved.slug, context))
    const planned = {
      ...saved,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      url,
      authType,
      updatedAt: nowOf(context),
    }
    const { configurations } = request.body
    const written = await writeMcpIntegration(request, context, found, configurations, planned, ended.writes)
    if (!isFailure(written)) void ended.revoke()
    return written
  },
  deleteMcpIntegration: (request, context) => deleteOfKind(MCP_WRITES, request, context),
  readMcpIntegrationWorkspaces: async (request, context) => readAccessOfKind(MCP_WRITES, request, context),
  updateMcpIntegrationWorkspaces: (request, context) => updateAccessOfKind(MCP_WRITES, request, context),
  readMcpIntegrationCapabilities: async (request, context) => {
    const found = findRequestedOfKind(MCP_WRITES, request, context)
    return isFailure(found) ? found : showOff(found.saved, request, found.revision)
  },
  updateMcpIntegrationCapabilities: async (request, context) => {
    const found = findOwnedOfKind(MCP_WRITES, request, context)
    if (isFailure(found)) return found
    const { capabilities } = request.body
    const { workspace } = found.saved
    // Those of the organisation concern the people and keys of every workspace with access.
    const named = workspace === '' ? capabilities : namedSubjects(context, workspace, capabilities)
    if (isFailure(named)) return named
    const after = {
      ...found.saved,
      off: switchCapabilities(found.saved.off, named),
      updatedAt: nowOf(context),
    }
    const result = await commitOfKind(MCP_WRITES, request, context, found, after)
    return isFailure(result) ? result : showOff(after, request, result.revision)
  },
}

const isServerOf = (server: string, integration: string, { replica }: Context): boolean =>
  replica?.get(MCP_SERVER, server)?.value['integration'] === integration

async function create(
  request: ApiRequest,
  context: Context,
  body: Omit<McpIntegrationCreate, 'description'> & { readonly description?: string | null },
): Promise<ApiReply | Failure> {
  const planned = planNewOfKind(MCP_WRITES, request, context, body)
  if (isFailure(planned)) return planned
  const { url, auth_type, configurations } = body
  return await writeMcpIntegration(
    request,
    context,
    undefined,
    { custom_headers: {}, ...configurations },
    { ...planned, url, authType: auth_type, headers: {}, oauth: {}, off: {} },
  )
}

const showOff = (
  { off }: SavedMcpIntegration,
  request: ApiRequest,
  revision: number | undefined,
): ApiReply => ({ ...pageReply(showSwitchedOff(off), request, each => each), revision })
