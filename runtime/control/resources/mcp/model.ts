// MCP integrations and servers in the store: where a server is and how it is authenticated to, and what a workspace makes of it.
import type { McpIntegration } from '../../../../schemas/generated/control-types.ts'
import { MCP_INTEGRATION, MCP_SERVER } from '../../access/mcp-kinds.ts'
import {
  byName,
  choice,
  type Field,
  OBJECT,
  storedAs,
  storedForm,
  TEXT,
  TEXTS,
} from '../../core/stored-form.ts'
import { type IntegrationKind, OWNED_FIELDS } from '../integrations/owned-integration.ts'
import { SERVER_FIELDS } from '../servers/model.ts'

/** What is switched off: `tool:name`, for all callers (the empty name), `user:id` or `key:id`. */
export type SwitchedOff = Readonly<Record<string, readonly string[]>>

export type McpAuthType = McpIntegration['auth_type']

const SWITCHED_OFF: Field<SwitchedOff> = byName(names => TEXTS.read(names, ''))

export const MCP_INTEGRATION_FORM = storedForm(MCP_INTEGRATION, {
  ...OWNED_FIELDS,
  url: TEXT,
  authType: storedAs('auth_type', choice<McpAuthType>('none', 'headers', 'oauth_auto', 'client_credentials')),
  /** Headers of every request; their values are sealed. */
  headers: OBJECT,
  /** OAuth as the body has it, with the secret of the client sealed; empty without. */
  oauth: OBJECT,
  off: SWITCHED_OFF,
})

export type SavedMcpIntegration = ReturnType<typeof MCP_INTEGRATION_FORM.read>

export const mcpIntegrationOf = MCP_INTEGRATION_FORM.read

export const MCP_SERVER_FORM = storedForm(MCP_SERVER, { ...SERVER_FIELDS, off: SWITCHED_OFF })

export type SavedMcpServer = ReturnType<typeof MCP_SERVER_FORM.read>

export const mcpServerOf = MCP_SERVER_FORM.read

export const MCP_INTEGRATION_KIND = {
  form: MCP_INTEGRATION_FORM,
  noun: 'MCP integration',
  parameter: 'mcpIntegrationId',
} as const satisfies IntegrationKind<SavedMcpIntegration>
