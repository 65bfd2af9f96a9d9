// The routes of agent integrations.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { CardInspection } from '../../../agents/card/inspect-card.ts'
import { failure, isFailure } from '../../../values/failures.ts'
import type { Handlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { AgentSources } from '../../resources/agents/create-stored-agents.ts'
import type { SavedAgentIntegration } from '../../resources/agents/saved-agent.ts'
import {
  deleteOfKind,
  listOfKind,
  nowOf,
  planNewOfKind,
  readOfKind,
} from '../integrations/integration-writes.ts'
import { findOwnedOfKind, findRequestedOfKind } from '../integrations/requested-integration.ts'
import { readAccessOfKind, updateAccessOfKind } from '../integrations/workspace-access.ts'
import { AGENT_WRITES } from './show-agent-integration.ts'
import { writeAgentIntegration } from './write-agent-integration.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'> & AgentSources

type AgentIntegrationOperation =
  | 'listAgentIntegrations'
  | 'createAgentIntegration'
  | 'readAgentIntegration'
  | 'updateAgentIntegration'
  | 'deleteAgentIntegration'
  | 'fetchAgentCard'
  | 'readAgentIntegrationWorkspaces'
  | 'updateAgentIntegrationWorkspaces'

export const agentIntegrationHandlers: Handlers<AgentIntegrationOperation, Context> = {
  listAgentIntegrations: async (request, context) => listOfKind(AGENT_WRITES, request, context),
  createAgentIntegration: async (request, context) => {
    const body = request.body
    const planned = planNewOfKind(AGENT_WRITES, request, context, body)
    if (isFailure(planned)) return planned
    const settings = { card_url: body.card_url, card: {} }
    const empty = { ...planned, settings, headers: {}, signing: {}, signingReference: undefined }
    return await writeAgentIntegration(request, context, undefined, empty, body)
  },
  readAgentIntegration: async (request, context) => readOfKind(AGENT_WRITES, request, context),
  updateAgentIntegration: async (request, context) => {
    const found = findOwnedOfKind(AGENT_WRITES, request, context)
    if (isFailure(found)) return found
    const body = request.body
    const { name, description } = body
    const planned: SavedAgentIntegration = {
      ...found.saved,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      updatedAt: nowOf(context),
    }
    return await writeAgentIntegration(request, context, found, planned, body)
  },
  deleteAgentIntegration: (request, context) => deleteOfKind(AGENT_WRITES, request, context),
  fetchAgentCard: async (request, context) => {
    const found = findRequestedOfKind(AGENT_WRITES, request, context)
    if (isFailure(found)) return found
    if (context.agents === undefined)
      return failure('not_implemented', 'This process calls no agents, so it cannot fetch their cards.')
    const inspection = await context.agents.inspect(found.saved)
    return {
      body: {
        card_url: found.saved.settings.card_url,
        fetched_at: nowOf(context),
        ...showInspection(inspection),
      },
    }
  },
  readAgentIntegrationWorkspaces: async (request, context) =>
    readAccessOfKind(AGENT_WRITES, request, context),
  updateAgentIntegrationWorkspaces: (request, context) => updateAccessOfKind(AGENT_WRITES, request, context),
}

const showInspection = ({
  error,
  name,
  description,
  version,
  interfaces,
  skills,
  signed,
  isTrusted,
  refused,
}: CardInspection): JsonObject => ({
  success: error === undefined && refused.length === 0,
  error: error ?? null,
  name: name ?? null,
  description: description ?? null,
  version: version ?? null,
  protocol_versions: [...new Set(interfaces.map(each => each.version))],
  interfaces: interfaces.map(({ reason, ...each }) => ({
    ...each,
    served: reason === undefined,
    reason: reason ?? null,
  })),
  skills: skills.map(skill => ({ ...skill })),
  signed,
  signature_trusted: isTrusted ?? null,
  refused: refused.map(each => ({ ...each })),
})
