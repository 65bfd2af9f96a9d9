// MCP integrations and servers in the store: where a server is and how it is authenticated to, and what a workspace makes of it.
import type { McpIntegration } from '../../../../schemas/generated/control-types.ts'
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { MCP_INTEGRATION } from '../../access/mcp-kinds.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { FieldsPlace } from '../../core/sealing/secret-fields.ts'
import {
  type FoundOfKind,
  type IntegrationKind,
  type OwnedIntegration,
  ownedIntegrationOf,
  storedIntegrationFacts,
} from '../integrations/owned-integration.ts'
import { type SavedServer, savedServerOf } from '../servers/model.ts'

/** What is switched off: `tool:name`, for everybody (the empty name), `user:id` or `key:id`. */
export type SwitchedOff = Readonly<Record<string, readonly string[]>>

export type McpAuthType = McpIntegration['auth_type']

export interface SavedMcpIntegration extends OwnedIntegration {
  readonly url: string
  readonly authType: McpAuthType
  /** Headers of every request; their values are sealed. */
  readonly headers: JsonObject
  /** OAuth as the body has it, with the secret of the client sealed; empty without. */
  readonly oauth: JsonObject
  readonly off: SwitchedOff
}

export interface SavedMcpServer extends SavedServer {
  readonly off: SwitchedOff
}

const switchedOff = (value: unknown): SwitchedOff =>
  Object.fromEntries(
    Object.entries(asObject(value)).map(([subject, names]) => [
      subject,
      asList(names).filter(name => typeof name === 'string'),
    ]),
  )

export const mcpIntegrationOf = (resource: Resource): SavedMcpIntegration => {
  const { value } = resource
  return {
    ...ownedIntegrationOf(resource),
    url: asText(value['url']) ?? '',
    authType: (asText(value['auth_type']) ?? 'none') as McpAuthType,
    headers: asObject(value['headers']),
    oauth: asObject(value['oauth']),
    off: switchedOff(value['off']),
  }
}

export const toStoredMcpIntegration = (saved: SavedMcpIntegration): JsonObject => ({
  ...storedIntegrationFacts(saved),
  url: saved.url,
  auth_type: saved.authType,
  headers: saved.headers,
  oauth: saved.oauth,
  off: saved.off,
})

export const mcpServerOf = (resource: Resource): SavedMcpServer => ({
  ...savedServerOf(resource),
  off: switchedOff(resource.value['off']),
})

/** Where its headers are, for the seal of secrets. */
export const mcpHeadersPlace = ({
  workspace,
  slug,
}: Pick<SavedMcpIntegration, 'workspace' | 'slug'>): FieldsPlace => ({
  workspace,
  kind: MCP_INTEGRATION,
  id: slug,
  field: '/headers',
})

export const mcpOAuthPlace = (saved: Pick<SavedMcpIntegration, 'workspace' | 'slug'>): FieldsPlace => ({
  ...mcpHeadersPlace(saved),
  field: '/oauth',
})

export type FoundMcpIntegration = FoundOfKind<SavedMcpIntegration>

export const MCP_INTEGRATION_KIND: IntegrationKind<SavedMcpIntegration> = {
  kind: MCP_INTEGRATION,
  noun: 'MCP integration',
  parameter: 'mcpIntegrationId',
  read: mcpIntegrationOf,
}
