// People, their roles, and the settings of roles: each setting changes what a person's key may do.
import { describe, expect, test } from 'vitest'
import { controlScopes, roleFacts } from '../../../../../schemas/generated/control-routes.ts'
import type { Json } from '../../../../../schemas/values/json.ts'
import { startControl } from '../../../../support/control-harness.ts'

/** A person with a role in the workspace "team", and a key of theirs with scopes. */
async function withPerson(role: string, scopes: readonly string[], organisationRole = 'member') {
  const harness = await startControl()
  const { send } = harness
  await send('POST', '/workspaces', { name: 'team' })
  const person = (
    await send('POST', '/organisation/users', { email: 'Ada@Example.org', role: organisationRole })
  ).body
  const added = await send('POST', '/workspaces/team/users', { users: [{ id: person.id, role }] })
  const { body: key } = await send('POST', '/api-keys/workspace/user', {
    name: "Ada's",
    workspace_id: 'team',
    user_id: person.id,
    scopes: [...scopes],
  })
  return {
    ...harness,
    person,
    added,
    keyId: key.id as string,
    as: (method: string, path: string, body?: Json) => send(method, path, body, { key: key.key }),
    keyText: key.key as string,
  }
}

describe('people of the organisation', () => {
  test('are added, listed, updated and removed; roles and addresses are read in any case', async () => {
    const { send } = await startControl()
    const created = await send('POST', '/organisation/users', {
      email: 'Ada@Example.org',
      role: 'ADMIN',
      first_name: 'Ada',
    })
    expect(created).toMatchObject({
      status: 200,
      body: { object: 'user', email: 'ada@example.org', role: 'admin', first_name: 'Ada', last_name: null },
    })
    const { id } = created.body
    expect((await send('GET', '/organisation/users?email=ADA@example.org')).body.data).toEqual([created.body])
    expect((await send('GET', '/organisation/users?role=owner')).body.total).toBe(0)
    expect((await send('PUT', `/organisation/users/${id}`, { role: 'Member' })).body.role).toBe('member')
    expect((await send('DELETE', `/organisation/users/${id}`)).status).toBe(200)
    expect((await send('GET', `/organisation/users/${id}`)).status).toBe(404)
  })

  test.each([
    [{ email: 'nobody' }, 400, 'email must be an address'],
    [
      { email: 'a@b.c', role: 'boss' },
      400,
      '"boss" is not a role of the organisation. Known roles: owner, admin and member.',
    ],
    [{ email: 'A@B.C' }, 409, 'already'],
  ])('%j is %i', async (body, status, message) => {
    const { send } = await startControl()
    await send('POST', '/organisation/users', { email: 'a@b.c' })
    expect(await send('POST', '/organisation/users', body)).toMatchObject({
      status,
      body: { error: { message: expect.stringContaining(message) } },
    })
  })

  test('the last owner stays, and only owners make owners', async () => {
    const { send } = await startControl()
    const { id } = (await send('POST', '/organisation/users', { email: 'a@b.c', role: 'owner' })).body
    expect((await send('DELETE', `/organisation/users/${id}`)).status).toBe(409)
    expect((await send('PUT', `/organisation/users/${id}`, { role: 'admin' })).status).toBe(409)
    const other = (await send('POST', '/organisation/users', { email: 'd@e.f', role: 'owner' })).body.id
    expect((await send('DELETE', `/organisation/users/${id}`)).status).toBe(200)
    const scopes = ['create', 'update', 'delete'].map(verb => `organisation_users.${verb}`)
    const { key } = (
      await send('POST', '/api-keys/organisation/service', {
        name: 'hr',
        scopes: [...scopes, 'workspaces.read', 'workspaces.list'],
      })
    ).body
    const as = (method: string, path: string, body?: Json) => send(method, path, body, { key })
    expect((await as('POST', '/organisation/users', { email: 'x@y.z' })).status).toBe(200)
    expect((await as('POST', '/organisation/users', { email: 'x@y.z2', role: 'admin' })).status).toBe(403)
    expect((await as('POST', '/organisation/users', { email: 'x@y.z2', role: 'owner' })).status).toBe(403)
    expect((await as('DELETE', `/organisation/users/${other}`)).status).toBe(403)
  })
})

describe('members of a workspace', () => {
  test('are added, listed, changed and removed, roles in any case', async () => {
    const { send, person, added } = await withPerson('Manager', [])
    expect(added).toMatchObject({
      status: 200,
      body: {
        total: 1,
        data: [{ id: person.id, email: 'ada@example.org', role: 'manager', organisation_role: 'member' }],
      },
    })
    const path = `/workspaces/team/users/${person.id}`
    expect((await send('GET', '/workspaces/team/users?role=MANAGER')).body.data).toEqual(added.body.data)
    expect((await send('GET', '/workspaces/team/users?role=admin')).body.total).toBe(0)
    expect((await send('PUT', path, { role: 'Admin' })).body.role).toBe('admin')
    expect((await send('GET', path)).body.role).toBe('admin')
    expect(
      (await send('POST', '/workspaces/team/users', { users: [{ id: person.id, role: 'member' }] })).status,
    ).toBe(409)
    expect(
      (await send('POST', '/workspaces/team/users', { users: [{ id: 'x', role: 'member' }] })).status,
    ).toBe(404)
    expect((await send('DELETE', path)).status).toBe(200)
    expect((await send('GET', path)).status).toBe(404)
  })

  test('lose their keys with the membership', async () => {
    const { send, person, as, keyId, keyText, context } = await withPerson('manager', [
      'workspaces.read',
      'inference',
    ])
    expect((await as('GET', '/workspaces/team')).status).toBe(200)
    await send('DELETE', `/workspaces/team/users/${person.id}`)
    expect((await as('GET', '/workspaces/team')).status).toBe(401)
    expect((await send('GET', `/api-keys/${keyId}`)).status).toBe(404)
    expect(context.keys?.find(keyText, context.hash(keyText))).toBeUndefined()
  })

  test('of another workspace get no key, and a manager makes no admin', async () => {
    const { send, person, as } = await withPerson('manager', [
      'workspace_users.create',
      'workspace_users.update',
      'workspace_user_api_keys.create',
    ])
    const other = (await send('POST', '/organisation/users', { email: 'b@c.d' })).body.id
    expect(
      await send('POST', '/api-keys/workspace/user', {
        name: 'x',
        scopes: [],
        workspace_id: 'team',
        user_id: other,
      }),
    ).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('is not a member') } },
    })
    expect(
      (await as('POST', '/workspaces/team/users', { users: [{ id: other, role: 'admin' }] })).status,
    ).toBe(403)
    expect((await as('PUT', `/workspaces/team/users/${person.id}`, { role: 'admin' })).status).toBe(403)
  })

  test("see no keys of others, and the key of a person may not do more than the person's role", async () => {
    const { send, as, person } = await withPerson('member', controlScopes)
    const other = (await send('POST', '/organisation/users', { email: 'b@c.d' })).body.id
    await send('POST', '/workspaces/team/users', { users: [{ id: other, role: 'member' }] })
    await send('POST', '/api-keys/workspace/user', {
      name: 'hidden',
      scopes: [],
      workspace_id: 'team',
      user_id: other,
    })
    const seen = (await as('GET', '/api-keys')).body.data.map((each: { name: string }) => each.name)
    expect(seen).toEqual(["Ada's"])
    expect(
      (await as('POST', '/api-keys/workspace/user', { name: 'x', scopes: [], user_id: other })).status,
    ).toBe(403)
    expect(
      (await as('POST', '/api-keys/workspace/user', { name: 'x', scopes: ['configs.create'] })).status,
    ).toBe(403)
    expect((await as('POST', '/api-keys/workspace/user', { name: 'x', scopes: [] })).status).toBe(200)
    await send('PUT', `/workspaces/team/users/${person.id}`, { role: 'admin' })
    expect(
      (await as('POST', '/api-keys/workspace/user', { name: 'x', scopes: ['configs.create'] })).status,
    ).toBe(200)
  })
})

describe('settings', () => {
  test('are read with their defaults, changed, and returned to them by null', async () => {
    const { send } = await startControl()
    const defaults = Object.fromEntries(
      Object.entries(roleFacts.settings).map(([name, { default: value }]) => [name, value]),
    )
    const session = { session_settings: { max_session_ttl: null } }
    expect((await send('GET', '/organisation/settings')).body).toEqual({
      object: 'settings',
      ...defaults,
      ...session,
    })
    const changed = await send('PUT', '/organisation/settings', {
      membersViewPrompts: false,
      managersWritePrompts: false,
    })
    const inWorkspace = {
      object: 'settings',
      ...defaults,
      membersViewPrompts: false,
      managersWritePrompts: false,
    }
    expect(changed.body).toEqual({ ...inWorkspace, ...session })
    expect((await send('GET', '/workspaces/default/settings')).body).toEqual(inWorkspace)
    expect(
      (await send('PUT', '/workspaces/default/settings', { membersViewPrompts: true })).body
        .membersViewPrompts,
    ).toBe(true)
    expect(
      (await send('PUT', '/workspaces/default/settings', { membersViewPrompts: null })).body
        .membersViewPrompts,
    ).toBe(false)
    const stale = await send(
      'PUT',
      '/organisation/settings',
      { membersViewPrompts: null },
      { headers: ['if-match', '"99"'] },
    )
    expect(stale.status).toBe(412)
  })

  test('that do not exist are refused', async () => {
    const { send } = await startControl()
    expect(await send('PUT', '/organisation/settings', { managersViewEverything: false })).toMatchObject({
      status: 400,
      body: { error: { message: 'managersViewEverything is not a known property.' } },
    })
  })

  // Whoever lacks a scope cannot grant it: the answer changes with the setting, in the organisation and in the workspace.
  test.each(Object.entries(roleFacts.settings))(
    '%s changes what the role may do',
    async (name, { role, scopes }) => {
      // A key with every scope may do what the role may do, which making keys of the person takes.
      const { send, as } = await withPerson(role, controlScopes)
      const grants = async () =>
        await Promise.all(
          scopes.map(
            async scope =>
              (await as('POST', '/api-keys/workspace/user', { name: 'x', scopes: [scope] })).status,
          ),
        )
      const every = (status: number) => scopes.map(() => status)
      await send('PUT', '/organisation/settings', { [name]: true })
      expect(await grants()).toEqual(every(200))
      await send('PUT', '/organisation/settings', { [name]: false })
      expect(await grants()).toEqual(every(403))
      await send('PUT', '/workspaces/team/settings', { [name]: true })
      expect(await grants()).toEqual(every(200))
    },
  )
})

describe('invitations', () => {
  const INVITES = '/admin/users/invites'

  test('add a person with memberships at once, and are cancelled with them', async () => {
    const { send, replica } = await startInvites()
    const created = await send('POST', INVITES, {
      email: 'Bob@Example.org',
      workspaces: [{ id: 'team', role: 'Manager' }],
    })
    expect(created).toMatchObject({ status: 200, body: { object: 'invite' } })
    const { id } = created.body
    expect((await send('GET', `${INVITES}/${id}`)).body).toMatchObject({
      ...{ email: 'bob@example.org', role: 'member', status: 'pending' },
      ...{ accepted_at: null, expires_at: null },
    })
    expect((await send('GET', `/workspaces/team/users/${id}`)).body.role).toBe('manager')
    expect((await send('GET', `${INVITES}?status=accepted`)).body.total).toBe(0)
    expect((await send('DELETE', `${INVITES}/${id}`)).status).toBe(200)
    expect((await send('GET', `/organisation/users/${id}`)).status).toBe(404)
    expect((await send('GET', '/workspaces/team/users')).body.total).toBe(0)
    expect(replica()).toBe(0)
  })

  test.each([
    [[{ id: 'none', role: 'member' }], 404, 'There is no workspace "none".'],
    [[{ id: 'team', role: 'boss' }], 400, '"boss" is not a role'],
    [
      [
        { id: 'team', role: 'member' },
        { id: 'team', role: 'member' },
      ],
      400,
      'is repeated',
    ],
  ])('with the workspaces %j are %i, and add nobody', async (workspaces, status, message) => {
    const { send } = await startInvites()
    expect(await send('POST', INVITES, { email: 'bob@example.org', workspaces })).toMatchObject({
      status,
      body: { error: { message: expect.stringContaining(message) } },
    })
    expect((await send('GET', '/organisation/users')).body.total).toBe(0)
  })

  async function startInvites() {
    const harness = await startControl()
    await harness.send('POST', '/workspaces', { name: 'team' })
    return {
      ...harness,
      replica: () => harness.context.replica?.all('workspace-member').toArray().length ?? 0,
    }
  }
})

describe('a workspace that is made with people', () => {
  test('has them as members, unless one is unknown', async () => {
    const { send } = await startControl()
    const { body: ada } = await send('POST', '/organisation/users', { email: 'ada@example.org' })
    const made = await send('POST', '/admin/workspaces', { name: 'Lab', users: [ada.id] })
    expect(made.body.users).toEqual([{ id: ada.id, role: 'member' }])
    expect((await send('GET', '/admin/workspaces/lab')).body.users).toEqual(made.body.users)
    expect((await send('GET', `/organisation/users/${ada.id}`)).body.workspace_ids).toEqual([made.body.id])
    const refused = await send('POST', '/workspaces', { name: 'Other', users: ['no-one'] })
    expect([refused.status, refused.body.error.param]).toEqual([404, 'users'])
    expect((await send('GET', '/workspaces/other')).status).toBe(404)
  })

  test('is refused to keys that may not add members', async () => {
    const { send } = await startControl()
    const { body: ada } = await send('POST', '/organisation/users', { email: 'ada@example.org' })
    const scopes = ['workspaces.create']
    const { body: key } = await send('POST', '/api-keys/organisation/service', { name: 'makes', scopes })
    const make = (body: Json) => send('POST', '/workspaces', body, { key: key.key })
    expect((await make({ name: 'Lab', users: [ada.id] })).status).toBe(403)
    expect((await make({ name: 'Lab' })).status).toBe(200)
  })

  test('and lists of people are read with the queries of Portkey clients', async () => {
    const { send } = await startControl()
    for (const name of ['a', 'b', 'c'])
      await send('POST', '/organisation/users', { email: `${name}@example.org` })
    const page = await send('GET', '/admin/users?pageSize=2&currentPage=1')
    expect([page.body.total, page.body.data.length]).toEqual([3, 1])
    await send('POST', '/workspaces', { name: 'Lab' })
    await send('POST', '/workspaces', { name: 'Lab 2' })
    const named = (await send('GET', '/admin/workspaces?exact_name=Lab')).body
    expect(named.total).toBe(1)
    const { id } = named.data[0]
    expect((await send('GET', `/admin/workspaces/${id}/users?workspaceId=${id}`)).status).toBe(200)
    expect((await send('GET', `/admin/workspaces/${id}/users?workspaceId=other`)).status).toBe(400)
  })
})
