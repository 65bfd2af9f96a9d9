// People and groups as Okta and Entra write them, and what that means for roles, memberships and keys.
import { afterEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl } from '../../../support/control-harness.ts'

const AUDIT = '/audit-logs?start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const GRANTS = 'urn:portolan:params:scim:schemas:extension:2.0:Group'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

let open: ControlHarness | undefined
const start = async () => {
  open = await openControl()
  const { send } = open
  return {
    ...open,
    scim: (...[method, path, body, options]: Parameters<typeof send>) =>
      send(method, `/scim/v2${path}`, body, options),
  }
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

type Scim = Awaited<ReturnType<typeof start>>

const add = async ({ scim }: Pick<Scim, 'scim'>, userName: string, more: object = {}): Promise<string> =>
  (await scim('POST', '/Users', { schemas: [USER], userName, active: true, ...more })).body.id

const patch = (...operations: readonly Json[]): Json => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})

/** As Okta sends a new person. */
const OKTA_USER = {
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
const ENTRA_USER = {
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

describe('people', () => {
  test.each([
    ['Okta', OKTA_USER, 'ada@example.org', 'Ada Lovelace'],
    ['Entra', ENTRA_USER, 'grace@example.org', 'Grace Hopper'],
  ])('%s creates, finds, reads and deletes a person', async (_name, body, userName, displayName) => {
    const { scim, send } = await start()
    const created = await scim('POST', '/Users', body)
    const { id } = created.body
    expect(created).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/scim+json', location: `/scim/v2/Users/${id}` },
      body: {
        schemas: [USER],
        userName,
        displayName,
        externalId: body.externalId,
        active: true,
        name: body.name,
        emails: [{ value: userName, primary: true }],
        roles: [{ value: 'member', primary: true }],
        meta: { resourceType: 'User', location: `/scim/v2/Users/${id}`, version: created.headers['etag'] },
      },
    })
    expect(JSON.stringify(created.body)).not.toContain('1mz050nq')
    expect((await send('GET', `/organisation/users/${id}`)).body).toMatchObject({
      email: userName,
      role: 'member',
      active: true,
    })
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(created.body)
    expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: null })
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    const audit = (await send('GET', AUDIT)).body
    expect(JSON.stringify(audit)).toContain('/scim/v2/Users')
    expect(audit.total).toBe(2)
  })

  test.each([
    ['userName eq "ADA@example.org"', ['ada@example.org']],
    ['userName Eq "nobody@example.org"', []],
    ['externalId eq "x-1"', ['ada@example.org']],
    ['externalId eq "X-1"', []],
    ['emails[type eq "work"].value eq "bob@example.org"', ['bob@example.org']],
    ['userName eq "bob@example.org" and active eq true', ['bob@example.org']],
    ['userName eq "bob@example.org" and active eq "False"', []],
  ])('the filter %s', async (filter, names) => {
    const harness = await start()
    await add(harness, 'ada@example.org', { externalId: 'x-1' })
    await add(harness, 'bob@example.org')
    const { status, body } = await harness.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect({ status, names: body.Resources.map((each: { userName: string }) => each.userName) }).toEqual({
      status: 200,
      names,
    })
    expect(body.totalResults).toBe(names.length)
  })

  test.each([
    ['', 1, ['a', 'b', 'c']],
    ['startIndex=1&count=2', 1, ['a', 'b']],
    ['startIndex=3&count=2', 3, ['c']],
    ['startIndex=0&count=1', 1, ['a']],
    ['startIndex=-5&count=1', 1, ['a']],
    ['count=0', 1, []],
    ['count=-1', 1, []],
    ['startIndex=9', 9, []],
  ])('the page %s', async (query, startIndex, names) => {
    const harness = await start()
    for (const name of ['c', 'a', 'b']) await add(harness, `${name}@x.y`)
    const { body } = await harness.scim('GET', `/Users?${query}`)
    expect(body).toMatchObject({ totalResults: 3, startIndex, itemsPerPage: names.length })
    expect(body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual(
      names.map(name => `${name}@x.y`),
    )
  })

  test.each<readonly [string, readonly Json[], object]>([
    ['Entra disables', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['Okta disables', [{ op: 'replace', value: { active: false } }], { active: false }],
    [
      'a name by paths',
      [
        { op: 'Replace', path: 'name.givenName', value: 'Augusta' },
        { op: 'Add', path: `${USER}:displayName`, value: 'Countess' },
      ],
      { name: { givenName: 'Augusta', familyName: 'Lovelace' }, displayName: 'Countess' },
    ],
    [
      'names without a path, as an object and with dots',
      [{ op: 'add', value: { name: { familyName: 'King' }, 'name.givenName': 'A.' } }],
      { name: { givenName: 'A.', familyName: 'King' } },
    ],
    ['names in any case', [{ op: 'REPLACE', path: 'USERNAME', value: 'New@X.Y' }], { userName: 'new@x.y' }],
    [
      'a role as Entra selects it',
      [{ op: 'Replace', path: 'roles[primary eq "True"].value', value: 'Admin' }],
      { roles: [{ value: 'admin', primary: true }] },
    ],
    [
      'a role as Entra writes it in text',
      [{ op: 'Add', path: 'roles', value: [{ value: '{"id":"1","value":"ADMIN","displayName":"Admin"}' }] }],
      { roles: [{ value: 'admin', primary: true }] },
    ],
    [
      'a role that is an object in text',
      [{ op: 'Add', path: 'roles', value: ['{"id":"1","value":"ADMIN"}'] }],
      { roles: [{ value: 'admin', primary: true }] },
    ],
    ['removes a name', [{ op: 'remove', path: 'displayName' }], { displayName: 'Ada Lovelace' }],
    [
      'attributes that are not kept',
      [
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'x',
        },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@x.y' },
      ],
      { userName: 'ada@example.org', emails: [{ value: 'ada@example.org', type: 'work', primary: true }] },
    ],
  ])('PATCH: %s', async (_title, operations, expected) => {
    const harness = await start()
    const id = await add(harness, 'ada@example.org', OKTA_USER)
    const { status, body } = await harness.scim('PATCH', `/Users/${id}`, patch(...operations))
    expect(status).toBe(200)
    expect(body).toMatchObject(expected)
    expect((await harness.scim('GET', `/Users/${id}`)).body).toEqual(body)
  })

  test('PUT replaces names, and leaves active and roles where they are absent', async () => {
    const harness = await start()
    const id = await add(harness, 'ada@example.org', { ...OKTA_USER, roles: ['admin'], active: 'False' })
    const { body } = await harness.scim('PUT', `/Users/${id}`, {
      schemas: [USER],
      id,
      userName: 'ada@example.org',
    })
    expect(body).toMatchObject({ active: false, roles: [{ value: 'admin' }] })
    expect(body).not.toHaveProperty('name')
    expect(body).not.toHaveProperty('externalId')
  })

  test('attributes are selected and left out', async () => {
    const harness = await start()
    const id = await add(harness, 'ada@example.org')
    const keys = async (query: string) =>
      Object.keys((await harness.scim('GET', `/Users/${id}?${query}`)).body).sort()
    expect(await keys('attributes=userName,name.givenName')).toEqual(['id', 'schemas', 'userName'])
    expect(await keys('excludedAttributes=groups,meta,EMAILS,id')).toEqual(
      ['schemas', 'id', 'userName', 'active', 'roles'].sort(),
    )
  })
})

describe('errors', () => {
  const invalid = (scimType: string) => ({ status: 400, scimType })
  test.each<
    readonly [string, string, Json | undefined, { readonly status: number; readonly scimType?: string }]
  >([
    ['POST', '/Users', { userName: 'ADA@x.y' }, { status: 409, scimType: 'uniqueness' }],
    ['POST', '/Users', { userName: 'ada' }, invalid('invalidValue')],
    ['POST', '/Users', {}, invalid('invalidValue')],
    ['POST', '/Users', { userName: 'b@x.y', roles: ['boss'] }, invalid('invalidValue')],
    ['POST', '/Users', { userName: 'b@x.y', active: 'perhaps' }, invalid('invalidValue')],
    ['GET', '/Users?filter=userName%20sw%20%22a%22', undefined, invalid('invalidFilter')],
    ['GET', '/Users?filter=title%20eq%20%22a%22', undefined, invalid('invalidFilter')],
    ['GET', '/Users?sortBy=userName', undefined, invalid('invalidValue')],
    ['GET', '/Users/7', undefined, { status: 404 }],
    ['GET', '/Nothing', undefined, { status: 404 }],
    ['POST', '/Schemas', {}, { status: 405 }],
    ['PATCH', '/Users/ID', patch({ op: 'copy', path: 'active', value: true }), invalid('invalidValue')],
    ['PATCH', '/Users/ID', patch({ op: 'remove' }), invalid('noTarget')],
    ['PATCH', '/Users/ID', patch({ op: 'replace', path: 'active' }), invalid('invalidValue')],
    ['PATCH', '/Users/ID', patch({ op: 'replace', path: 'name[', value: 1 }), invalid('invalidPath')],
    ['PATCH', '/Users/ID', patch({ op: 'replace', path: 'userName', value: 7 }), invalid('invalidValue')],
    [
      'PATCH',
      '/Users/ID',
      patch({ op: 'replace', path: 'roles[value eq "owner"].value', value: 'admin' }),
      invalid('noTarget'),
    ],
    ['POST', '/Groups', { displayName: 'SALES' }, { status: 409, scimType: 'uniqueness' }],
    ['POST', '/Groups', { displayName: 'x', members: [{ value: '7' }] }, invalid('invalidValue')],
  ])('%s %s %j', async (method, path, body, expected) => {
    const harness = await start()
    const id = await add(harness, 'ada@x.y')
    await harness.scim('POST', '/Groups', { displayName: 'sales' })
    const answer = await harness.scim(method, path.replace('ID', id), body)
    const { status, headers } = answer
    expect({ status, type: headers['content-type'], body: answer.body }).toEqual({
      status: expected.status,
      type: 'application/scim+json',
      body: {
        schemas: [ERROR],
        status: String(expected.status),
        ...(expected.scimType !== undefined && { scimType: expected.scimType }),
        detail: expect.any(String),
      },
    })
  })

  test('If-Match keeps what was changed meanwhile', async () => {
    const harness = await start()
    const id = await add(harness, 'ada@x.y')
    const { version } = (await harness.scim('GET', `/Users/${id}`)).body.meta
    const rename = (name: string) =>
      harness.scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'displayName', value: name }), {
        headers: ['If-Match', version],
      })
    expect((await rename('Ada')).status).toBe(200)
    expect(await rename('Eve')).toMatchObject({ status: 412, body: { status: '412' } })
    expect((await harness.scim('GET', `/Users/${id}`)).body.displayName).toBe('Ada')
  })
})

describe('active', () => {
  test('false ends memberships and keys until it is true again', async () => {
    const harness = await start()
    const { scim, send, context } = harness
    await send('POST', '/workspaces', { name: 'team' })
    const id = await add(harness, 'ada@x.y')
    await scim('POST', '/Groups', { displayName: 'team:manager', members: [{ value: id }] })
    const { key } = (
      await send('POST', '/api-keys/workspace/user', {
        name: "Ada's",
        workspace_id: 'team',
        user_id: id,
        scopes: ['workspaces.read', 'inference'],
      })
    ).body
    const use = async () => (await send('GET', '/workspaces/team', undefined, { key })).status
    const call = () => context.keys?.find(key, context.hash(key))
    const activate = (value: Json) =>
      scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value }))
    expect(await use()).toBe(200)
    expect(call()).toMatchObject({ user: id })
    await activate('False')
    expect(await use()).toBe(401)
    expect(call()).toMatchObject({ code: 'invalid_api_key' })
    expect((await send('GET', `/organisation/users/${id}`)).body.active).toBe(false)
    await activate('True')
    expect(await use()).toBe(200)
    expect(call()).toMatchObject({ user: id })
  })

  test('the last owner is neither disabled nor made less', async () => {
    const harness = await start()
    const id = await add(harness, 'ada@x.y', { roles: [{ value: 'Owner' }] })
    for (const operation of [
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'roles', value: ['admin'] },
      { op: 'remove', path: 'roles' },
    ])
      expect((await harness.scim('PATCH', `/Users/${id}`, patch(operation))).status).toBe(409)
    expect((await harness.scim('DELETE', `/Users/${id}`)).status).toBe(409)
  })
})

describe('groups', () => {
  const rolesOf = async ({ send }: Pick<Scim, 'send'>, id: string) => ({
    organisation: (await send('GET', `/organisation/users/${id}`)).body.role,
    team: (await send('GET', `/workspaces/team/users/${id}`)).body.role,
  })
  const withTeam = async () => {
    const harness = await start()
    await harness.send('POST', '/workspaces', { name: 'team' })
    const id = await add(harness, 'ada@x.y')
    const group = async (displayName: string, ...members: readonly string[]): Promise<string> =>
      (
        await harness.scim('POST', '/Groups', {
          schemas: [GROUP],
          displayName,
          members: members.map(value => ({ value })),
        })
      ).body.id
    return { ...harness, id, group }
  }

  test.each([
    ['team:manager', 'team:manager', { organisation: 'member', team: 'manager' }],
    ['TEAM:Admin', 'team:admin', { organisation: 'member', team: 'admin' }],
    ['Organisation:ADMIN', 'organisation:admin', { organisation: 'admin', team: undefined }],
    ['team:boss', null, { organisation: 'member', team: undefined }],
    ['nowhere:admin', null, { organisation: 'member', team: undefined }],
    ['Engineering', null, { organisation: 'member', team: undefined }],
  ])('%s gives %s', async (displayName, grants, roles) => {
    const harness = await withTeam()
    const { id, scim, group } = harness
    const groupId = await group(displayName, id)
    expect((await scim('GET', `/Groups/${groupId}`)).body).toMatchObject({
      displayName,
      members: [{ value: id, display: 'ada@x.y', $ref: `/scim/v2/Users/${id}` }],
      [GRANTS]: { grants },
    })
    expect(await rolesOf(harness, id)).toEqual(roles)
    expect((await scim('GET', `/Users/${id}`)).body.groups).toEqual([
      { value: groupId, display: displayName, $ref: `/scim/v2/Groups/${groupId}` },
    ])
    expect(await scim('DELETE', `/Groups/${groupId}`)).toMatchObject({ status: 204 })
    expect(await rolesOf(harness, id)).toEqual({ organisation: 'member', team: undefined })
  })

  test.each<readonly [string, (id: string) => Json, (id: string) => Json]>([
    [
      'Okta',
      id => ({ op: 'add', path: 'members', value: [{ value: id, display: 'ada@x.y' }] }),
      id => ({ op: 'remove', path: `members[value eq "${id}"]` }),
    ],
    [
      'Entra',
      id => ({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
      id => ({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
    ],
    [
      'without paths',
      id => ({ op: 'add', value: { members: [{ value: id }] } }),
      () => ({ op: 'replace', value: { members: [] } }),
    ],
  ])('%s adds and removes a member, whose role and keys follow', async (_name, adding, removing) => {
    const harness = await withTeam()
    const { id, scim, send, group } = harness
    const other = await add(harness, 'bob@x.y')
    const path = `/Groups/${await group('team:member', other)}`
    const added = await scim('PATCH', path, patch(adding(id)))
    expect(added.body.members.map(({ value }: { value: string }) => value)).toEqual([other, id])
    expect((await rolesOf(harness, id)).team).toBe('member')
    const again = await scim('PATCH', path, patch(adding(id)))
    expect(again.body.members).toEqual(added.body.members)
    const { key } = (
      await send('POST', '/api-keys/workspace/user', {
        name: 'k',
        workspace_id: 'team',
        user_id: id,
        scopes: ['workspaces.read'],
      })
    ).body
    expect((await send('GET', '/workspaces/team', undefined, { key })).status).toBe(200)
    expect((await scim('PATCH', path, patch(removing(id)))).status).toBe(200)
    expect((await rolesOf(harness, id)).team).toBeUndefined()
    expect((await send('GET', '/workspaces/team', undefined, { key })).status).toBe(401)
    const audit = (await send('GET', AUDIT)).body.records as readonly Record<string, unknown>[]
    expect(audit.filter(entry => entry['resource_type'] === 'workspace-member').length).toBeGreaterThan(1)
  })

  test('of several groups the highest role counts, and the next one after it', async () => {
    const harness = await withTeam()
    const { id, scim, group } = harness
    const low = await group('team:member', id)
    const high = await group('team:admin', id)
    expect((await rolesOf(harness, id)).team).toBe('admin')
    await scim('DELETE', `/Groups/${high}`)
    expect((await rolesOf(harness, id)).team).toBe('member')
    await scim('PUT', `/Groups/${low}`, { displayName: 'team:manager', members: [{ value: id }] })
    expect((await rolesOf(harness, id)).team).toBe('manager')
    await scim('PATCH', `/Groups/${low}`, patch({ op: 'replace', path: 'displayName', value: 'just a name' }))
    expect((await rolesOf(harness, id)).team).toBeUndefined()
  })

  test.each([0, 1])(
    'of two that change at once, one is refused: the role that the other gives stays (%i)',
    async first => {
      const harness = await withTeam()
      const { id, scim, group } = harness
      const leaving = await group('team:manager', id)
      const joining = await group('team:Manager ', ...[])
      const changes = [
        () => scim('DELETE', `/Groups/${leaving}`),
        () =>
          scim('PATCH', `/Groups/${joining}`, patch({ op: 'add', path: 'members', value: [{ value: id }] })),
      ]
      const [one, two] = first === 0 ? changes : changes.toReversed()
      const answers = await Promise.all([one?.(), two?.()])
      expect(answers.map(answer => (answer?.status ?? 0) < 300)).toEqual([true, false])
      expect(answers[1]?.status).toBe(409)
      expect((await two?.())?.status).toBeLessThan(300)
      expect((await rolesOf(harness, id)).team).toBe('manager')
    },
  )

  test('give the role of a workspace that was made later when they are next written', async () => {
    const harness = await start()
    const { scim, send } = harness
    const id = await add(harness, 'ada@x.y')
    const group = { displayName: 'team:manager', members: [{ value: id }] }
    const path = `/Groups/${(await scim('POST', '/Groups', group)).body.id}`
    expect((await scim('GET', path)).body[GRANTS]).toEqual({ grants: null })
    await send('POST', '/workspaces', { name: 'team' })
    await scim('PUT', path, group)
    expect((await rolesOf(harness, id)).team).toBe('manager')
  })

  test('are listed by name, without members where those are left out', async () => {
    const { id, scim, group } = await withTeam()
    const named = 'b [ops] and "co"'
    await group(named, id)
    await group('a', id)
    const list = async (query: string) =>
      (await scim('GET', `/Groups?${query}`)).body.Resources as readonly Record<string, Json>[]
    expect((await list('')).map(each => each['displayName'])).toEqual(['a', named])
    const filter = encodeURIComponent(`displayName eq ${JSON.stringify(named.toUpperCase())}`)
    const found = await list(`excludedAttributes=members&filter=${filter}`)
    expect(found).toMatchObject([{ displayName: named }])
    expect(found[0]).not.toHaveProperty('members')
  })

  test('have no members that were removed, and leave the last owner', async () => {
    const harness = await withTeam()
    const { id, scim, group } = harness
    const other = await add(harness, 'bob@x.y')
    const owners = await group('organisation:owner', id, other)
    expect((await scim('DELETE', `/Groups/${owners}`)).status).toBe(409)
    expect((await scim('DELETE', `/Users/${other}`)).status).toBe(204)
    expect((await scim('GET', `/Groups/${owners}`)).body.members).toMatchObject([{ value: id }])
  })
})

describe('a key', () => {
  test('of the organisation gives by groups only what it has', async () => {
    const harness = await start()
    const { scim, send } = harness
    await send('POST', '/workspaces', { name: 'team' })
    const owner = await add(harness, 'ada@x.y', { roles: ['owner'] })
    const verbs = ['list', 'create', 'read', 'update', 'delete']
    const { key } = (
      await send('POST', '/api-keys/organisation/service', {
        name: 'directory',
        scopes: verbs.map(verb => `organisation_users.${verb}`),
      })
    ).body
    const as = (method: string, path: string, body?: Json) =>
      scim(method, path, body, { credentials: [`Bearer ${key}`] })
    const created = await as('POST', '/Users', { userName: 'bob@x.y' })
    expect(created.status).toBe(201)
    const members = [{ value: created.body.id }]
    expect((await as('POST', '/Groups', { displayName: 'Engineering', members })).status).toBe(201)
    expect((await as('POST', '/Groups', { displayName: 'team:manager', members })).status).toBe(403)
    expect((await as('POST', '/Groups', { displayName: 'organisation:admin', members })).status).toBe(403)
    expect((await as('DELETE', `/Users/${owner}`)).status).toBe(403)
    const rename = patch({ op: 'replace', path: 'userName', value: 'eve@x.y' })
    expect((await as('PATCH', `/Users/${owner}`, rename)).status).toBe(403)
    await scim('POST', '/Groups', { displayName: 'team:manager', members })
    // Whoever has the address signs in as the person.
    expect((await as('PATCH', `/Users/${created.body.id}`, rename)).status).toBe(403)
  })

  test.each([
    '/ServiceProviderConfig',
    '/Schemas',
    `/Schemas/${USER}`,
    '/ResourceTypes',
    '/ResourceTypes/Group',
  ])('%s says what is supported', async path => {
    const { status, body } = await (await start()).scim('GET', path)
    expect({ status, schemas: body.schemas }).toEqual({ status: 200, schemas: [expect.any(String)] })
  })
})
