// What MCP servers and agents of workspaces have in the store: an integration at an address of the gateway, and the people that may use it.
import {
  choice,
  FLAGS,
  KEY,
  type ModelOf,
  NAME,
  storedAs,
  TEXT,
  TEXT_OR_NULL,
  TIMES,
} from '../../core/stored-form.ts'

export const SERVER_FIELDS = {
  id: TEXT,
  slug: KEY,
  name: NAME,
  description: TEXT_OR_NULL,
  workspace: TEXT,
  /** The slug of its integration. */
  integration: TEXT,
  users: FLAGS,
  defaultUserAccess: storedAs('default_user_access', choice('allow', 'deny')),
  ...TIMES,
}

export type SavedServer = ModelOf<typeof SERVER_FIELDS>

/** Whether a person may use it; services are not people. */
export const mayPersonUse = (
  { users, defaultUserAccess }: Pick<SavedServer, 'users' | 'defaultUserAccess'>,
  user: string | undefined,
): boolean =>
  user === undefined || (Object.hasOwn(users, user) ? users[user] === true : defaultUserAccess === 'allow')
