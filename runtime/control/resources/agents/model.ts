// Agent integrations and servers in the store: where an agent is and how it is authenticated to, and what a workspace makes of it.
import type { AgentCardSettings, AgentServer } from '../../../../schemas/generated/types.ts'
import { asObject, asText, type JsonForm, type JsonObject, toJson } from '../../../../schemas/values/json.ts'
import type { Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { FieldsPlace } from '../../core/sealing/secret-fields.ts'
import type { IntegrationKind } from '../integrations/owned-integration.ts'
import {
  type OwnedIntegration,
  ownedIntegrationOf,
  storedIntegrationFacts,
} from '../integrations/owned-integration.ts'

/** The kinds in the store, where both are named by their slugs. */
export const AGENT_INTEGRATION = 'agent_integration'
export const AGENT_SERVER = 'agent_server'

export const AGENT_KINDS: readonly Kind[] = [
  {
    name: AGENT_INTEGRATION,
    owner: 'client',
    replicated: true,
    signed: 'value',
    sealed: 'rotated',
    scopes: ['organisation_agent_integrations', 'workspace_agent_integrations'],
    audited: true,
    exported: false,
  },
  {
    name: AGENT_SERVER,
    owner: 'client',
    replicated: true,
    signed: 'value',
    sealed: 'never',
    scopes: ['agent_servers'],
    audited: true,
    exported: false,
  },
]

/** An agent as the manifest has it, without its secrets. */
export type AgentSettings = Omit<AgentServer, 'headers' | 'workspaces' | 'card'> & {
  readonly card: Omit<AgentCardSettings, 'signing_key'>
}

export interface SavedAgentIntegration extends OwnedIntegration {
  readonly settings: AgentSettings
  /** Headers of every request; their values are sealed. */
  readonly headers: JsonObject
  /** What cards are signed with, sealed as `signing_key`; empty without, or where a reference names it. */
  readonly signing: JsonObject
  /** The slug of the secret reference with the key. */
  readonly signingReference: string | undefined
}

export const agentIntegrationOf = (resource: Resource): SavedAgentIntegration => {
  const { value } = resource
  return {
    ...ownedIntegrationOf(resource),
    // Validated when it was written.
    settings: asObject(value['settings']) as JsonForm<AgentSettings>,
    headers: asObject(value['headers']),
    signing: asObject(value['signing']),
    signingReference: asText(value['signing_reference']),
  }
}

export const toStoredAgentIntegration = (saved: SavedAgentIntegration): JsonObject => ({
  ...storedIntegrationFacts(saved),
  settings: toJson(saved.settings),
  headers: saved.headers,
  signing: saved.signing,
  ...(saved.signingReference !== undefined && { signing_reference: saved.signingReference }),
})

export const AGENT_INTEGRATION_KIND: IntegrationKind<SavedAgentIntegration> = {
  kind: AGENT_INTEGRATION,
  noun: 'agent integration',
  parameter: 'agentIntegrationId',
  read: agentIntegrationOf,
}

export const SIGNING_KEY = 'signing_key'

/** Where its secrets are, for their seal. */
export const agentSecretsPlace = (
  { workspace, slug }: Pick<SavedAgentIntegration, 'workspace' | 'slug'>,
  field: '/headers' | '/signing',
): FieldsPlace => ({ workspace, kind: AGENT_INTEGRATION, id: slug, field })
