// MCP integrations of the store.

import { MCP_INTEGRATION } from '../../access/mcp-kinds.ts'
import type { FoundOfKind, IntegrationKind } from '../integrations/integration-kind.ts'
import { mcpIntegrationOf, type SavedMcpIntegration } from './saved-mcp.ts'

export type FoundMcpIntegration = FoundOfKind<SavedMcpIntegration>

export const MCP_INTEGRATION_KIND: IntegrationKind<SavedMcpIntegration> = {
  kind: MCP_INTEGRATION,
  noun: 'MCP integration',
  parameter: 'mcpIntegrationId',
  read: mcpIntegrationOf,
}
