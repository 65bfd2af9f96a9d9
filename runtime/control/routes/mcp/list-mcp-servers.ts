// The MCP servers of the manifest and of the store, as their readers see them.
import type { Failure } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { MCP_INTEGRATION_KIND } from '../../resources/mcp/find-mcp.ts'
import { mcpServerOf, type SavedMcpServer } from '../../resources/mcp/saved-mcp.ts'
import { MCP_TOOLS, readPins } from '../../resources/mcp/stored-pins.ts'
import { toStoredServer } from '../../resources/servers/saved-server.ts'
import { findListedOfKind, type ListedServer } from '../servers/server-kind.ts'
import type { ServerWrites } from '../servers/server-operations.ts'

type Context = ReadSources

export type ListedMcpServer = ListedServer<SavedMcpServer>

export const MCP_SERVER_WRITES: ServerWrites<SavedMcpServer> = {
  kind: MCP_SERVER,
  noun: 'MCP server',
  object: 'mcp-server',
  parameter: 'mcpServerId',
  servedAt: '/mcp/',
  integrationProperty: 'mcp_integration_id',
  integrations: MCP_INTEGRATION_KIND,
  ofManifest: ({ mcp }) => mcp?.servers ?? {},
  read: mcpServerOf,
  plan: facts => ({ ...facts, off: {} }),
  toStored: saved => ({ ...toStoredServer(saved), off: saved.off }),
  showApart: ({ off }) => ({ off }),
  removedWith: (slug, { replica }) => {
    const { revision } = readPins(replica, slug)
    // Another server of this name begins without trust.
    return revision === undefined ? [] : [{ kind: MCP_TOOLS, id: slug, value: undefined, expects: revision }]
  },
}

export const findListed = (request: ApiRequest, context: Context): ListedMcpServer | Failure =>
  findListedOfKind(MCP_SERVER_WRITES, request, context)
