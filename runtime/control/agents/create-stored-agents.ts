// The agents of the store for requests: linked when they are first called, again when they or their integrations change.

import type { Gateway } from '../../../schemas/generated/types.ts'
import { type AgentFacts, agentAddressOf, linkAgentCards } from '../../agents/agent-cards.ts'
import { inspectCard } from '../../agents/card/inspect-card.ts'
import { type LinkedAgent, linkAgent } from '../../agents/linked-agent.ts'
import type { StoredAgents } from '../../agents/stored-agents.ts'
import { failure, quoted } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { AgentDirectory } from '../api/api-request.ts'
import { hasAccess } from '../integrations/owned-integration.ts'
import type { Replica } from '../replica.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { openFields } from '../secrets/secret-fields.ts'
import type { StoredReferences } from '../secrets/stored-references.ts'
import { mayPersonUse, type SavedServer, savedServerOf } from '../servers/saved-server.ts'
import { planSavedAgent } from './plan-saved-agent.ts'
import {
  AGENT_INTEGRATION,
  AGENT_SERVER,
  agentIntegrationOf,
  agentSecretsPlace,
  type SavedAgentIntegration,
  SIGNING_KEY,
} from './saved-agent.ts'

export interface StoredAgentsOptions {
  readonly replica: Replica
  readonly references: Pick<StoredReferences, 'lookUp'>
  readonly sealing: Sealing | undefined
  readonly gateway: Gateway
  readonly ports: Pick<Ports, 'upstream' | 'clock'>
  readonly tell: (level: 'info' | 'error', message: string) => void
}

interface LinkedServer {
  readonly saved: SavedServer
  readonly integration: SavedAgentIntegration
  readonly agent: LinkedAgent
}

export function createStoredAgents(options: StoredAgentsOptions): StoredAgents & AgentDirectory {
  const { replica, gateway, ports } = options
  const linked = new Map<string, LinkedServer>()
  replica.onChange(AGENT_SERVER, changed => {
    if (changed === undefined) linked.clear()
    for (const slug of changed ?? []) linked.delete(slug)
  })
  replica.onChange(AGENT_INTEGRATION, changed => {
    for (const [slug, { integration }] of linked)
      if (changed?.includes(integration.slug) !== false) linked.delete(slug)
  })
  const find = (slug: string): LinkedServer | undefined => {
    const known = linked.get(slug)
    if (known !== undefined) return known
    const resource = replica.get(AGENT_SERVER, slug)
    const saved = resource && savedServerOf(resource)
    const target = saved && replica.get(AGENT_INTEGRATION, saved.integration)
    if (saved === undefined || target === undefined) return undefined
    const integration = agentIntegrationOf(target)
    const agent = linkAgent(factsOf(integration, slug, options), ports)
    const found = { saved, integration, agent }
    linked.set(slug, found)
    return found
  }
  return {
    find: (slug, { workspace, user }) => {
      const found = find(slug)
      if (found === undefined || found.saved.workspace !== workspace) return undefined
      if (!hasAccess(found.integration, workspace) || !mayPersonUse(found.saved, user)) return undefined
      return gateway.publicUrl === undefined
        ? failure(
            'not_implemented',
            `The agent ${quoted(slug)} is not served: its card says the URL of the gateway, which "public_url" of the manifest does not say.`,
          )
        : found.agent
    },
    inspect: async integration => {
      const { rules, fetchCard } = linkAgentCards(factsOf(integration, integration.slug, options), ports)
      return await inspectCard(await fetchCard(rules.versions.includes('1.0') ? '1.0' : '0.3'), rules)
    },
  }
}

function factsOf(
  integration: SavedAgentIntegration,
  slug: string,
  { gateway, sealing, references, tell }: StoredAgentsOptions,
): AgentFacts {
  const headers = openFields(sealing, integration.headers, agentSecretsPlace(integration, '/headers'))
  const signing = openFields(sealing, integration.signing, agentSecretsPlace(integration, '/signing'))
  for (const fault of [headers, signing]) if (typeof fault === 'string') tell('error', fault)
  const read = (from: typeof headers, name: string): string | undefined =>
    typeof from === 'string' ? undefined : from.get(name)
  return {
    ...agentAddressOf(gateway, slug),
    plan: planSavedAgent(integration),
    readSecret: ({ source, name }) =>
      source === 'secret'
        ? references.lookUp(name)
        : source === 'env'
          ? read(signing, SIGNING_KEY)
          : read(headers, name),
    // Its author is whoever may write integrations, not the operator.
    hostAuthor: 'caller',
  }
}
