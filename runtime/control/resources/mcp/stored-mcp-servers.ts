// The MCP servers of the store for requests.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type AuthOfServer, linkServer, plainEntry } from '../../../mcp/catalogue/link-servers.ts'
import type { McpServer } from '../../../mcp/catalogue/mcp-server.ts'
import type { McpCaller, StoredMcp } from '../../../mcp/catalogue/stored-mcp.ts'
import type { ReadHeaderSecret } from '../../../values/server-headers.ts'
import { MCP_INTEGRATION, MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { Replica } from '../../core/replica.ts'
import { hasAccess, openSecretFields, type SecretReading } from '../integrations/owned-integration.ts'
import { linkServersOfStore } from '../servers/linked-servers.ts'
import { mayPersonUse } from '../servers/model.ts'
import {
  MCP_INTEGRATION_KIND,
  mcpIntegrationOf,
  mcpServerOf,
  type SavedMcpIntegration,
  type SavedMcpServer,
} from './model.ts'
import { mcpAuthOf } from './plan-mcp-oauth.ts'
import { isSwitchedOn } from './switch-capabilities.ts'

export interface StoredMcpServers extends StoredMcp {
  /** The server under an address, for any caller. */
  readonly server: (slug: string) => McpServer | undefined
}

export interface StoredMcpOptions extends SecretReading {
  readonly replica: Replica
  /** What authenticates to servers by OAuth. */
  readonly authOf: AuthOfServer
}

const DEFAULT_TIMEOUT = 60_000
const KINDS = { server: MCP_SERVER, integration: MCP_INTEGRATION }

interface Linked {
  readonly saved: SavedMcpServer
  readonly integration: SavedMcpIntegration
  readonly server: McpServer
}

export function createStoredMcpServers(options: StoredMcpOptions): StoredMcpServers {
  const { replica, authOf } = options
  const find = linkServersOfStore(replica, KINDS, (resource, target): Linked => {
    const saved = mcpServerOf(resource)
    const integration = mcpIntegrationOf(target)
    return { saved, integration, server: link(saved, integration) }
  })
  const link = ({ slug }: SavedMcpServer, integration: SavedMcpIntegration): McpServer => {
    const readFrom = (...field: readonly [`/${string}`, JsonObject]): ReadHeaderSecret => {
      const secret = openSecretFields(MCP_INTEGRATION_KIND, integration, field, options)
      return ({ name }) => secret(name)
    }
    const readHeader = readFrom('/headers', integration.headers)
    const readOAuth = readFrom('/oauth', integration.oauth)
    const origins = [new URL(integration.url).origin]
    const headers = Object.keys(integration.headers).map(name => ({
      name: name.toLowerCase(),
      before: '',
      secret: { source: 'literal' as const, name, origins },
    }))
    const facts = {
      url: integration.url,
      headers,
      timeout: DEFAULT_TIMEOUT,
      pins: 'first_use' as const,
      pinned: {},
    }
    const auth = mcpAuthOf(integration)
    const oauth = authOf(slug, { url: integration.url, ...(auth && { auth }) }, readOAuth)
    // Its author is a caller who may write integrations, not the operator.
    return linkServer(slug, facts, readHeader, 'caller', oauth)
  }
  return {
    lookFault: replica.lookFault,
    server: slug => find(slug)?.server,
    workspaceOf: id => find(id)?.saved.workspace,
    find: (id, caller: McpCaller) => {
      const found = find(id)
      if (found === undefined) return undefined
      const { saved, integration, server } = found
      if (saved.workspace !== caller.workspace || !hasAccess(integration, caller.workspace)) return undefined
      const { user } = caller
      if (!mayPersonUse(saved, user)) return undefined
      const subject = { key: caller.id, user }
      const ofIntegration = isSwitchedOn(integration.off, subject)
      const ofServer = isSwitchedOn(saved.off, subject)
      return {
        entry: plainEntry(server),
        access: { allows: (_server, kind, name) => ofIntegration(kind, name) && ofServer(kind, name) },
      }
    },
  }
}
