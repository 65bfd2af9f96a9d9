// The routes of MCP servers.
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { McpOAuthSources } from '../../mcp-oauth/call-authority.ts'
import { endConnections } from '../../mcp-oauth/end-connections.ts'
import type { McpSources } from '../../resources/mcp/probe-server.ts'
import { namedSubjects, switchCapabilities } from '../../resources/mcp/switch-capabilities.ts'
import { linkServerOperations } from '../servers/server-operations.ts'
import { approveTools } from './approve-tools.ts'
import { findListed, type ListedMcpServer, MCP_SERVER_WRITES } from './list-mcp-servers.ts'
import { probeOf, showCapabilities } from './show-capabilities.ts'

type Context = WriteSources & Pick<ControlSources, 'sealing'> & McpSources & McpOAuthSources

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

const operations = linkServerOperations(MCP_SERVER_WRITES)

export const mcpServerHandlers: Handlers<McpServerOperation, Context> = {
  listMcpServers: operations.list,
  createMcpServer: operations.create,
  readMcpServer: operations.read,
  updateMcpServer: operations.update,
  deleteMcpServer: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    const ended = endConnections(context, ({ server }) => server === found.slug)
    const removed = await operations.remove(request, context, ended.writes)
    if (!isFailure(removed)) void ended.revoke()
    return removed
  },
  readMcpServerCapabilities: async (request, context) => {
    const found = findListed(request, context)
    return isFailure(found) ? found : await capabilitiesReply(found, request, context, false)
  },
  updateMcpServerCapabilities: async (request, context) => {
    const { capabilities } = request.body
    const changed = await operations.change(request, context, saved => {
      const named = namedSubjects(context, saved.workspace, capabilities)
      return isFailure(named) ? named : { ...saved, off: switchCapabilities(saved.off, named) }
    })
    if (isFailure(changed)) return changed
    const found = findListed(request, context)
    return isFailure(found) ? found : await capabilitiesReply(found, request, context, false)
  },
  approveMcpTools: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    if (!mayApprove(found, request, context))
      return failure(
        'forbidden',
        `${quoted(found.slug)} also serves other workspaces: its tools are approved by callers with mcp_servers.update in all of them.`,
      )
    const { tools } = request.body
    const approved = await approveTools(found, tools, request, context)
    return approved !== undefined && isFailure(approved)
      ? approved
      : await capabilitiesReply(found, request, context, true)
  },
  readMcpServerUserAccess: operations.readUserAccess,
  updateMcpServerUserAccess: operations.updateUserAccess,
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

/** Whether the caller may change the server for all who use it: definitions are trusted for every workspace. */
function mayApprove(
  { slug, workspace }: ListedMcpServer,
  request: ApiRequest,
  { gateway }: Context,
): boolean {
  if (workspace !== undefined || request.mayOrganise) return true
  const { workspaces } = gateway.mcp?.servers[slug] ?? {}
  return workspaces?.every(request.may) === true
}

async function capabilitiesReply(
  found: ListedMcpServer,
  request: ApiRequest,
  context: Context,
  fresh: boolean,
): Promise<ApiReply | Failure> {
  const shown = await showCapabilities(found, context, fresh)
  return isFailure(shown) ? shown : { ...pageReply(shown, request, each => each), revision: found.revision }
}
