// What MCP servers and agents of workspaces have in the store: an integration at an address of the gateway, and the people that may use it.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Resource } from '../../core/resource-store.ts'
import { type Flags, flagsOf } from '../integrations/owned-integration.ts'

export interface SavedServer {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly workspace: string
  /** The slug of its integration. */
  readonly integration: string
  readonly users: Flags
  readonly defaultUserAccess: 'allow' | 'deny'
  readonly createdAt: string
  readonly updatedAt: string
}

export const savedServerOf = ({ id: slug, value }: Pick<Resource, 'id' | 'value'>): SavedServer => ({
  id: asText(value['id']) ?? '',
  slug,
  name: asText(value['name']) ?? slug,
  description: asText(value['description']) ?? null,
  workspace: asText(value['workspace']) ?? '',
  integration: asText(value['integration']) ?? '',
  users: flagsOf(value['users']),
  defaultUserAccess: value['default_user_access'] === 'deny' ? 'deny' : 'allow',
  createdAt: asText(value['created_at']) ?? '',
  updatedAt: asText(value['last_updated_at']) ?? '',
})

export const toStoredServer = (saved: SavedServer): JsonObject => ({
  id: saved.id,
  name: saved.name,
  description: saved.description,
  workspace: saved.workspace,
  integration: saved.integration,
  users: saved.users,
  default_user_access: saved.defaultUserAccess,
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
})

/** Whether a person may use it; services are not people. */
export const mayPersonUse = (
  { users, defaultUserAccess }: Pick<SavedServer, 'users' | 'defaultUserAccess'>,
  user: string | undefined,
): boolean =>
  user === undefined || (Object.hasOwn(users, user) ? users[user] === true : defaultUserAccess === 'allow')
