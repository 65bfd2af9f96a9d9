// The routes of agents of workspaces.
import type { SomeHandlers } from '../../core/api-request.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { linkServerRoutes, type ServerKind } from '../servers/kind-routes.ts'
import type { SavedServer } from '../servers/model.ts'
import { AGENT_INTEGRATION_KIND, AGENT_SERVER_FORM } from './model.ts'

export const AGENT_SERVERS: ServerKind<SavedServer> = {
  form: AGENT_SERVER_FORM,
  noun: 'agent server',
  object: 'agent-server',
  parameter: 'agentServerId',
  servedAt: '/agents/',
  integrationProperty: 'agent_integration_id',
  integrations: AGENT_INTEGRATION_KIND,
  ofManifest: ({ agents }) => agents ?? {},
  plan: facts => facts,
  showApart: () => ({}),
  removedWith: () => [],
}

const servers = linkServerRoutes(AGENT_SERVERS)

export const agentServerHandlers = {
  listAgentServers: servers.list,
  createAgentServer: servers.create,
  readAgentServer: servers.read,
  updateAgentServer: servers.rename,
  deleteAgentServer: servers.remove,
  readAgentServerUserAccess: servers.readUserAccess,
  updateAgentServerUserAccess: servers.updateUserAccess,
} satisfies SomeHandlers<WriteSources>
