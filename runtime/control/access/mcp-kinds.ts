// The kinds of MCP integrations and servers. What is switched off in them for a key restricts it, so access knows them.
import { clientKind, type Kind } from '../core/kind.ts'

/** The kinds in the store, where both are named by their slugs. */
export const MCP_INTEGRATION = 'mcp_integration'
export const MCP_SERVER = 'mcp_server'

export const MCP_KINDS: readonly Kind[] = [
  clientKind({
    name: MCP_INTEGRATION,
    signed: 'value',
    sealed: 'rotated',
    scopes: ['organisation_mcp_integrations', 'workspace_mcp_integrations'],
  }),
  clientKind({ name: MCP_SERVER, signed: 'value', sealed: 'never', scopes: ['mcp_servers'] }),
]
