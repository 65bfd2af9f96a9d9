// The agents of the store for requests.
import type { Gateway } from '../../../../schemas/generated/types.ts'
import { type AgentFacts, agentAddressOf, linkAgentCards } from '../../../agents/agent-cards.ts'
import { type CardInspection, inspectCard } from '../../../agents/card/inspect-card.ts'
import { type LinkedAgent, linkAgent } from '../../../agents/linked-agent.ts'
import type { StoredAgents } from '../../../agents/stored-agents.ts'
import { failure, quoted } from '../../../values/failures.ts'
import type { Ports } from '../../../values/ports.ts'
import type { Replica } from '../../core/replica.ts'
import { hasAccess, openSecretFields, type SecretReading } from '../integrations/owned-integration.ts'
import type { StoredReferences } from '../secret-references/stored-references.ts'
import { linkServersOfStore } from '../servers/linked-servers.ts'
import { mayPersonUse, type SavedServer } from '../servers/model.ts'
import {
  AGENT_INTEGRATION,
  AGENT_INTEGRATION_KIND,
  AGENT_SERVER,
  AGENT_SERVER_FORM,
  agentIntegrationOf,
  type SavedAgentIntegration,
  SIGNING_KEY,
} from './model.ts'
import { planSavedAgent } from './plan-saved-agent.ts'

export interface AgentSources {
  /** Agents of the store, whose cards can be read; absent if the process calls none. */
  readonly agents?: AgentDirectory | undefined
}

export interface AgentDirectory {
  readonly inspect: (integration: SavedAgentIntegration) => Promise<CardInspection>
}

export interface StoredAgentsOptions extends SecretReading {
  readonly replica: Replica
  readonly references: Pick<StoredReferences, 'lookUp'>
  readonly gateway: Gateway
  readonly ports: Pick<Ports, 'upstream' | 'clock'>
}

const KINDS = { server: AGENT_SERVER, integration: AGENT_INTEGRATION }

interface LinkedServer {
  readonly saved: SavedServer
  readonly integration: SavedAgentIntegration
  readonly agent: LinkedAgent
}

export function createStoredAgents(options: StoredAgentsOptions): StoredAgents & AgentDirectory {
  const { replica, gateway, ports } = options
  const find = linkServersOfStore(replica, KINDS, (resource, target): LinkedServer => {
    const integration = agentIntegrationOf(target)
    const agent = linkAgent(factsOf(integration, resource.id, options), ports)
    return { saved: AGENT_SERVER_FORM.read(resource), integration, agent }
  })
  return {
    lookFault: replica.lookFault,
    find: (slug, { workspace, user }) => {
      const found = find(slug)
      if (found === undefined || found.saved.workspace !== workspace) return undefined
      if (!hasAccess(found.integration, workspace) || !mayPersonUse(found.saved, user)) return undefined
      return gateway.publicUrl === undefined
        ? failure(
            'not_implemented',
            `The agent ${quoted(slug)} is not served: its card needs the URL of the gateway. Set "public_url" in gateway.yaml.`,
          )
        : found.agent
    },
    inspect: async integration => {
      const { rules, fetchCard } = linkAgentCards(factsOf(integration, integration.slug, options), ports)
      return await inspectCard(await fetchCard(rules.versions.includes('1.0') ? '1.0' : '0.3'), rules)
    },
  }
}

function factsOf(integration: SavedAgentIntegration, slug: string, options: StoredAgentsOptions): AgentFacts {
  const { gateway, references } = options
  const header = openSecretFields(
    AGENT_INTEGRATION_KIND,
    integration,
    ['/headers', integration.headers],
    options,
  )
  const signing = openSecretFields(
    AGENT_INTEGRATION_KIND,
    integration,
    ['/signing', integration.signing],
    options,
  )
  return {
    ...agentAddressOf(gateway, slug),
    plan: planSavedAgent(integration),
    readSecret: ({ source, name }) =>
      source === 'secret' ? references.lookUp(name) : source === 'env' ? signing(SIGNING_KEY) : header(name),
    // Integrations are written by callers of the API, not by the operator.
    hostAuthor: 'caller',
  }
}
