// Agent integrations and servers in the store: where an agent is and how it is authenticated to, and what a workspace makes of it.
import type { AgentCardSettings, AgentServer } from '../../../../schemas/generated/types.ts'
import { asObject, type JsonForm, toJson } from '../../../../schemas/values/json.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { type Field, OBJECT, OPTIONAL_TEXT, storedAs, storedForm } from '../../core/stored-form.ts'
import { type IntegrationKind, OWNED_FIELDS } from '../integrations/owned-integration.ts'
import { SERVER_FIELDS } from '../servers/model.ts'

/** The kinds in the store, where both are named by their slugs. */
export const AGENT_INTEGRATION = 'agent_integration'
export const AGENT_SERVER = 'agent_server'

export const AGENT_KINDS: readonly Kind[] = [
  clientKind({
    name: AGENT_INTEGRATION,
    signed: 'value',
    sealed: 'rotated',
    scopes: ['organisation_agent_integrations', 'workspace_agent_integrations'],
  }),
  clientKind({ name: AGENT_SERVER, signed: 'value', sealed: 'never', scopes: ['agent_servers'] }),
]

/** An agent as the manifest has it, without its secrets. */
export type AgentSettings = Omit<AgentServer, 'headers' | 'workspaces' | 'card'> & {
  readonly card: Omit<AgentCardSettings, 'signing_key'>
}

const SETTINGS: Field<AgentSettings> = {
  // Validated when it was written.
  read: value => asObject(value) as JsonForm<AgentSettings>,
  write: toJson,
}

export const AGENT_INTEGRATION_FORM = storedForm(AGENT_INTEGRATION, {
  ...OWNED_FIELDS,
  settings: SETTINGS,
  /** Headers of every request; their values are sealed. */
  headers: OBJECT,
  /** What cards are signed with, sealed as `signing_key`; empty without, or where a reference names it. */
  signing: OBJECT,
  /** The slug of the secret reference with the key. */
  signingReference: storedAs('signing_reference', OPTIONAL_TEXT),
})

export type SavedAgentIntegration = ReturnType<typeof AGENT_INTEGRATION_FORM.read>

export const agentIntegrationOf = AGENT_INTEGRATION_FORM.read

export const AGENT_SERVER_FORM = storedForm(AGENT_SERVER, SERVER_FIELDS)

export const AGENT_INTEGRATION_KIND = {
  form: AGENT_INTEGRATION_FORM,
  noun: 'agent integration',
  parameter: 'agentIntegrationId',
} as const satisfies IntegrationKind<SavedAgentIntegration>

export const SIGNING_KEY = 'signing_key'
