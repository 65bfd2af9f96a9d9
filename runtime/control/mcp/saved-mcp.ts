// MCP integrations and servers in the store: where a server is and how it is authenticated to, and what a workspace makes of it.
import type { McpIntegration } from '../../../schemas/generated/control-types.ts'
import { asList, asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { Resource } from '../resource-store.ts'
import type { FieldsPlace } from '../secrets/secret-fields.ts'

/** The kinds in the store, where both are named by their slugs. */
export const MCP_INTEGRATION = 'mcp_integration'
export const MCP_SERVER = 'mcp_server'

/** What is switched off: `tool:name`, for everybody (the empty name), `user:id` or `key:id`. */
export type SwitchedOff = Readonly<Record<string, readonly string[]>>

export type McpAuthType = McpIntegration['auth_type']

export interface SavedMcpIntegration {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** The slug of the workspace that it belongs to; empty for the organisation. */
  readonly workspace: string
  readonly url: string
  readonly authType: McpAuthType
  /** Headers of every request; their values are sealed. */
  readonly headers: JsonObject
  /** OAuth as the body has it, with the secret of the client sealed; empty without. */
  readonly oauth: JsonObject
  readonly off: SwitchedOff
  /** Access by the slugs of workspaces, and of all others. */
  readonly access: { readonly [workspace: string]: boolean }
  readonly globalAccess: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface SavedMcpServer {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly workspace: string
  /** The slug of its integration. */
  readonly integration: string
  readonly off: SwitchedOff
  readonly users: { readonly [user: string]: boolean }
  readonly defaultUserAccess: 'allow' | 'deny'
  readonly createdAt: string
  readonly updatedAt: string
}

const flags = (value: unknown): { readonly [name: string]: boolean } =>
  Object.fromEntries(Object.entries(asObject(value)).map(([name, has]) => [name, has === true]))

const switchedOff = (value: unknown): SwitchedOff =>
  Object.fromEntries(
    Object.entries(asObject(value)).map(([subject, names]) => [
      subject,
      asList(names).filter(name => typeof name === 'string'),
    ]),
  )

export const mcpIntegrationOf = ({ id: slug, value }: Resource): SavedMcpIntegration => ({
  id: asText(value['id']) ?? '',
  slug,
  name: asText(value['name']) ?? slug,
  description: asText(value['description']) ?? null,
  workspace: asText(value['workspace']) ?? '',
  url: asText(value['url']) ?? '',
  authType: (asText(value['auth_type']) ?? 'none') as McpAuthType,
  headers: asObject(value['headers']),
  oauth: asObject(value['oauth']),
  off: switchedOff(value['off']),
  access: flags(value['access']),
  globalAccess: value['global_access'] === true,
  createdAt: asText(value['created_at']) ?? '',
  updatedAt: asText(value['last_updated_at']) ?? '',
})

export const toStoredMcpIntegration = (saved: SavedMcpIntegration): JsonObject => ({
  id: saved.id,
  name: saved.name,
  description: saved.description,
  workspace: saved.workspace,
  url: saved.url,
  auth_type: saved.authType,
  headers: saved.headers,
  oauth: saved.oauth,
  off: saved.off,
  access: saved.access,
  global_access: saved.globalAccess,
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
})

export const mcpServerOf = ({ id: slug, value }: Resource): SavedMcpServer => ({
  id: asText(value['id']) ?? '',
  slug,
  name: asText(value['name']) ?? slug,
  description: asText(value['description']) ?? null,
  workspace: asText(value['workspace']) ?? '',
  integration: asText(value['integration']) ?? '',
  off: switchedOff(value['off']),
  users: flags(value['users']),
  defaultUserAccess: value['default_user_access'] === 'deny' ? 'deny' : 'allow',
  createdAt: asText(value['created_at']) ?? '',
  updatedAt: asText(value['last_updated_at']) ?? '',
})

export const toStoredMcpServer = (saved: SavedMcpServer): JsonObject => ({
  id: saved.id,
  name: saved.name,
  description: saved.description,
  workspace: saved.workspace,
  integration: saved.integration,
  off: saved.off,
  users: saved.users,
  default_user_access: saved.defaultUserAccess,
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
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
