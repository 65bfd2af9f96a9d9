// The routes of agents of workspaces.
import type { SomeHandlers } from '../../core/api-request.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { linkServerOperations, type ServerResource } from '../servers/kind-routes.ts'
import type { SavedServer } from '../servers/model.ts'
import { AGENT_INTEGRATION_KIND, AGENT_SERVER_FORM } from './model.ts'

type Context = WriteSources

export const AGENT_SERVERS: ServerResource<SavedServer> = {
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

const operations = linkServerOperations(AGENT_SERVERS)

export const agentServerHandlers = {
  listAgentServers: operations.list,
  createAgentServer: operations.create,
  readAgentServer: operations.read,
  updateAgentServer: operations.update,
  deleteAgentServer: operations.remove,
  readAgentServerUserAccess: operations.readUserAccess,
  updateAgentServerUserAccess: operations.updateUserAccess,
} satisfies SomeHandlers<Context>
