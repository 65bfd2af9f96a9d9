// People as directories write them: created, found, changed, disabled and restored.
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../schemas/values/json.ts'
import { AUDIT, add, ENTRA_USER, OKTA_USER, patch, start, USER } from './directory.ts'

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
