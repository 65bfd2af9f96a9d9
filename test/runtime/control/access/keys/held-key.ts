// Keys with many scopes, as holders get them from an administrator.
import { expect } from 'vitest'
import { controlScopes } from '../../../../../schemas/generated/control-routes.ts'
import type { Ask, People } from './people.ts'

export const SCOPES = controlScopes.filter(
  scope =>
    /^(?:workspaces|settings)\.update$/.test(scope) ||
    !/^(?:organisation_|api_keys|settings|deployments|workspaces|logs|secret)/.test(scope),
)
export const LATER = '2027-01-01T00:00:00.000Z'
export const rate = (value: number) => ({ type: 'requests', unit: 'rpm', value })

export interface Held {
  readonly id: string
  readonly key: string
  readonly ask: Ask
}

export const create = async ({ admin, withKey }: People, more: object): Promise<Held> => {
  const made = await admin('POST', '/api-keys/workspace/service', {
    name: 'app',
    workspace_id: 'team',
    scopes: SCOPES,
    ...more,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return { id: made.body.id as string, key: made.body.key as string, ask: withKey(made.body.key) }
}
