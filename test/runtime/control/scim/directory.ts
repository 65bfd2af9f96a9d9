// Requests as Okta and Entra send them.
import type { Json } from '../../../../schemas/values/json.ts'
import { startControl } from '../../../support/control-harness.ts'

export const AUDIT = '/audit-logs?start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export const GRANTS = 'urn:portolan:params:scim:schemas:extension:2.0:Group'

export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

export const start = async (...given: Parameters<typeof startControl>) => {
  const harness = await startControl(...given)
  const { send } = harness
  return {
    ...harness,
    scim: (...[method, path, body, options]: Parameters<typeof send>) =>
      send(method, `/scim/v2${path}`, body, options),
  }
}

export type Scim = Awaited<ReturnType<typeof start>>

export const add = async (
  { scim }: Pick<Scim, 'scim'>,
  userName: string,
  more: object = {},
): Promise<string> =>
  (await scim('POST', '/Users', { schemas: [USER], userName, active: true, ...more })).body.id

export const patch = (...operations: readonly Json[]): Json => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})

/** As Okta sends a new person. */
export const OKTA_USER = {
  schemas: [USER],
  userName: 'Ada@Example.org',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ primary: true, value: 'Ada@Example.org', type: 'work' }],
  displayName: 'Ada Lovelace',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
}

/** As Entra sends a new person. */
export const ENTRA_USER = {
  schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: 'Grace@Example.org',
  active: true,
  emails: [{ primary: true, type: 'work', value: 'grace@example.org' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'navy' },
  roles: [],
}
