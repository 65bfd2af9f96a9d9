// MCP integrations and servers of the store, and who sees them.
import type { ApiRequest, ControlContext } from '../api/api-request.ts'
import { hasAccess } from '../integrations/integration.ts'
import {
  MCP_INTEGRATION,
  MCP_SERVER,
  mcpIntegrationOf,
  mcpServerOf,
  type SavedMcpIntegration,
  type SavedMcpServer,
} from './saved-mcp.ts'

export interface FoundMcpIntegration {
  readonly saved: SavedMcpIntegration
  readonly revision: number
}

export interface FoundMcpServer {
  readonly saved: SavedMcpServer
  readonly revision: number
}

type Sources = Pick<ControlContext, 'replica'>

export const allMcpIntegrations = ({ replica }: Sources): readonly FoundMcpIntegration[] =>
  (replica?.all(MCP_INTEGRATION).toArray() ?? []).map(resource => ({
    saved: mcpIntegrationOf(resource),
    revision: resource.revision,
  }))

export const allMcpServers = ({ replica }: Sources): readonly FoundMcpServer[] =>
  (replica?.all(MCP_SERVER).toArray() ?? []).map(resource => ({
    saved: mcpServerOf(resource),
    revision: resource.revision,
  }))

/** By its identifier or slug. */
export const findMcpIntegration = (context: Sources, name: string): FoundMcpIntegration | undefined =>
  allMcpIntegrations(context).find(({ saved }) => saved.slug === name || saved.id === name)

export const findMcpServer = (context: Sources, name: string): FoundMcpServer | undefined =>
  allMcpServers(context).find(({ saved }) => saved.slug === name || saved.id === name)

/** Whoever has access sees it; who owns it changes it. */
export const isVisibleMcp = (
  request: Pick<ApiRequest, 'mayOrganise' | 'may' | 'principal'>,
  saved: SavedMcpIntegration,
): boolean =>
  request.mayOrganise ||
  request.principal.workspaces.keys().some(each => request.may(each) && hasAccess(saved, each))
