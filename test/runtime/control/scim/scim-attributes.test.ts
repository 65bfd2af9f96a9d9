// Which attributes replies have (RFC 7644, section 3.9), by names as clients may write them (section 3.10), and what lists are filtered by.
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { countVisits } from '../../../support/counted-replica.ts'
import { ERROR, GRANTS, GROUP, patch, type Scim, start, USER } from './directory.ts'

/** Ada, in the group "Engineering" alone. */
async function withAda(given: Parameters<typeof start>[0] = {}, more: Parameters<typeof start>[1] = {}) {
  const harness = await start(given, more)
  const { scim } = harness
  const user = {
    ...{ schemas: [USER], userName: 'ada@example.org', externalId: '00u1', displayName: 'Ada' },
    name: { givenName: 'Ada', familyName: 'Lovelace' },
  }
  const { id } = (await scim('POST', '/Users', user)).body
  const group = { schemas: [GROUP], displayName: 'Engineering', externalId: '00g1', members: [{ value: id }] }
  return { ...harness, user, group, id, groupId: (await scim('POST', '/Groups', group)).body.id as string }
}

type World = Awaited<ReturnType<typeof withAda>>

const keysOf = (document: JsonObject): readonly string[] => Object.keys(document).sort()

describe('A reply has the attributes that its request selects', () => {
  const USER_KEYS = [
    ...['active', 'displayName', 'emails', 'externalId', 'groups', 'id', 'meta', 'name', 'roles', 'schemas'],
    'userName',
  ]
  const GROUP_KEYS = ['displayName', 'externalId', 'id', 'members', 'meta', 'schemas', GRANTS]
  const without = (keys: readonly string[], ...left: readonly string[]): readonly string[] =>
    keys.filter(key => !left.includes(key))

  test.each<readonly [string, 'Users' | 'Groups', string, readonly string[], JsonObject]>([
    ['none', 'Users', '', USER_KEYS, {}],
    ['an empty list', 'Users', 'attributes=', USER_KEYS, {}],
    ['one', 'Users', 'attributes=userName', ['id', 'schemas', 'userName'], {}],
    ['in any case', 'Users', 'attributes=USERNAME', ['id', 'schemas', 'userName'], {}],
    ['by its URN', 'Users', `attributes=${USER}:userName`, ['id', 'schemas', 'userName'], {}],
    [
      'by its URN in any case',
      'Users',
      `attributes=${USER.toUpperCase()}:username`,
      ['id', 'schemas', 'userName'],
      {},
    ],
    [
      'a part',
      'Users',
      'attributes=name.givenName',
      ['id', 'name', 'schemas'],
      { name: { givenName: 'Ada' } },
    ],
    [
      'a part by its URN',
      'Users',
      `attributes=${USER}:name.familyName, emails.value`,
      ['emails', 'id', 'name', 'schemas'],
      { name: { familyName: 'Lovelace' }, emails: [{ value: 'ada@example.org' }] },
    ],
    [
      'an attribute and a part of it',
      'Users',
      'attributes=name.givenName,name',
      ['id', 'name', 'schemas'],
      { name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ada Lovelace' } },
    ],
    ['what there is not', 'Users', 'attributes=department,name.nickName', ['id', 'schemas'], {}],
    ['the URN of another kind', 'Users', `attributes=${GROUP}:displayName`, ['id', 'schemas'], {}],
    ['all but one', 'Users', 'excludedAttributes=groups', without(USER_KEYS, 'groups'), {}],
    [
      'all but a part',
      'Users',
      'excludedAttributes=name.formatted,emails.type',
      USER_KEYS,
      {
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [{ value: 'ada@example.org', primary: true }],
      },
    ],
    [
      'all but what is always there',
      'Users',
      'excludedAttributes=id,schemas,meta',
      without(USER_KEYS, 'meta'),
      {},
    ],
    ['all but what there is not', 'Users', 'excludedAttributes=department', USER_KEYS, {}],
    ['a group without members', 'Groups', 'excludedAttributes=members', without(GROUP_KEYS, 'members'), {}],
    [
      'a group without members by its URN',
      'Groups',
      `excludedAttributes=${GROUP}:Members`,
      without(GROUP_KEYS, 'members'),
      {},
    ],
    ['the names of a group', 'Groups', 'attributes=displayName', ['displayName', 'id', 'schemas'], {}],
    [
      'an extension',
      'Groups',
      `attributes=${GRANTS}`,
      ['id', 'schemas', GRANTS],
      { [GRANTS]: { grants: null } },
    ],
    [
      'an attribute of an extension',
      'Groups',
      `attributes=${GRANTS}:grants`,
      ['id', 'schemas', GRANTS],
      { [GRANTS]: { grants: null } },
    ],
    ['all but an extension', 'Groups', `excludedAttributes=${GRANTS}`, without(GROUP_KEYS, GRANTS), {}],
  ])('%s: %s?%s', async (_title, type, query, keys, parts) => {
    const world = await withAda()
    const { scim, user, group, id, groupId } = world
    const [path, document] = type === 'Users' ? [`/Users/${id}`, user] : [`/Groups/${groupId}`, group]
    const asked = (address: string): string => `${address}?${query}`
    const replies: readonly JsonObject[] = [
      (await scim('GET', asked(path))).body,
      (await scim('GET', asked(`/${type}`))).body.Resources[0],
      (await scim('PUT', asked(path), document)).body,
      (await scim('PATCH', asked(path), patch({ op: 'replace', path: 'externalId', value: 'x' }))).body,
    ]
    for (const reply of replies) {
      expect(keysOf(reply)).toEqual([...keys].sort())
      expect(reply).toMatchObject(parts)
      for (const [name, value] of Object.entries(parts)) expect(reply[name]).toEqual(value)
    }
    await scim('DELETE', path)
    const made = await scim('POST', asked(`/${type}`), { ...document, members: [] })
    expect(made.status).toBe(201)
    expect(keysOf(made.body)).toEqual([...keys].sort())
  })

  test('a member has the parts that are selected', async () => {
    const { scim, groupId, id } = await withAda()
    const read = async (query: string): Promise<Json> =>
      (await scim('GET', `/Groups/${groupId}?${query}`)).body.members
    expect(await read('attributes=members.value')).toEqual([{ value: id }])
    expect(await read('excludedAttributes=members.$ref,members.type')).toEqual([
      { value: id, display: 'ada@example.org' },
    ])
  })

  test.each(['GET /Users', 'GET /Groups', 'POST /Users', 'POST /Groups'])(
    '%s refuses both lists at once, and changes nothing',
    async route => {
      const { scim } = await withAda()
      const [method = '', path = ''] = route.split(' ')
      const body = method === 'GET' ? undefined : { userName: 'bob@example.org', displayName: 'Bob' }
      const refused = await scim(method, `${path}?attributes=id&excludedAttributes=meta`, body)
      expect(refused).toMatchObject({ status: 400, body: { schemas: [ERROR], scimType: 'invalidValue' } })
      expect((await scim('GET', path)).body.totalResults).toBe(1)
    },
  )

  test.each([
    [
      'Users',
      { filter: 'userName eq "ada@example.org"', attributes: ['userName'] },
      ['id', 'schemas', 'userName'],
    ],
    ['Groups', { attributes: ['displayName', 'members.value'] }, ['displayName', 'id', 'members', 'schemas']],
    ['Groups', { excludedAttributes: ['members', 'meta'] }, without(GROUP_KEYS, 'members', 'meta')],
  ])('a search of %s by POST takes %j', async (type, search, keys) => {
    const { scim } = await withAda()
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']
    const found = await scim('POST', `/${type}/.search`, { schemas, ...search })
    expect(found).toMatchObject({ status: 200, body: { totalResults: 1, startIndex: 1 } })
    expect(keysOf(found.body.Resources[0])).toEqual([...keys].sort())
    expect((await scim('POST', `/${type}/.search`, { schemas, ...search, count: 0 })).body).toMatchObject({
      ...{ totalResults: 1, itemsPerPage: 0 },
    })
    const both = { attributes: ['id'], excludedAttributes: ['meta'] }
    expect((await scim('POST', `/${type}/.search`, { schemas, ...both })).status).toBe(400)
  })

  test('and the attributes of the schemas are those that can be selected and left out', async () => {
    const { scim, id, groupId } = await withAda()
    const paths: Readonly<Record<string, string>> = { [USER]: `/Users/${id}`, [GROUP]: `/Groups/${groupId}` }
    const schemas = (await scim('GET', '/Schemas')).body.Resources as readonly {
      readonly id: string
      readonly attributes: readonly { readonly name: string; readonly returned: string }[]
    }[]
    const rows = schemas.flatMap(schema =>
      schema.attributes.map(({ name, returned }) => ({ path: paths[schema.id] ?? '', name, returned })),
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { path, name, returned } of rows.filter(row => row.path !== '')) {
      expect(returned).toBe('default')
      expect(keysOf((await scim('GET', `${path}?attributes=${name}`)).body)).toEqual(
        ['id', 'schemas', name].sort(),
      )
      expect((await scim('GET', `${path}?excludedAttributes=${name}`)).body).not.toHaveProperty(name)
    }
  })
})

describe('A filter', () => {
  const FOUND: readonly (readonly [string, 'Users' | 'Groups', (world: World) => string])[] = [
    ['the name of a person in any case', 'Users', () => 'userName eq "ADA@example.org"'],
    ['the address', 'Users', () => 'emails[type eq "work"].value eq "ada@example.org"'],
    ['the identifier of the directory', 'Users', () => 'externalId eq "00u1"'],
    ['the identifier', 'Users', ({ id }) => `id eq "${id}"`],
    ['several attributes', 'Users', () => 'active eq true and userName eq "ada@example.org"'],
    ['the name of a group in any case', 'Groups', () => 'displayName eq "ENGINEERING"'],
    ['the identifier of the directory of a group', 'Groups', () => 'externalId eq "00g1"'],
    ['the identifier of a group', 'Groups', ({ groupId }) => `id eq "${groupId}"`],
    ['a member', 'Groups', ({ id }) => `members.value eq "${id}"`],
  ]

  test.each(FOUND)('by %s visits the same in a directory of any size', async (_title, type, filterOf) => {
    const visits: number[] = []
    for (const size of [5, 50]) {
      const counted: ReturnType<typeof countVisits>[] = []
      const world = await withAda(
        {},
        {
          watchReplica: replica => {
            const each = countVisits(replica)
            counted.push(each)
            return each.replica
          },
        },
      )
      for (let index = 0; index < size; index++) await add(world, index)
      const query = `filter=${encodeURIComponent(filterOf(world))}`
      await world.scim('GET', `/${type}?${query}`)
      for (const each of counted) each.take()
      const { Resources } = (await world.scim('GET', `/${type}?${query}`)).body
      expect(Resources).toMatchObject([{ externalId: type === 'Users' ? '00u1' : '00g1' }])
      visits.push(counted.reduce((sum, each) => sum + each.take(), 0))
    }
    expect(visits[0]).toBeGreaterThan(0)
    expect(visits[1]).toBe(visits[0])
  })

  test.each([
    ['Users', 'userName eq "ada@example.org" and active eq false'],
    ['Users', 'externalId eq "00U1"'],
    ['Groups', 'displayName eq "Engineering" and externalId eq "other"'],
  ])('of %s finds nothing where %s does not hold', async (type, filter) => {
    const { scim } = await withAda()
    expect((await scim('GET', `/${type}?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0)
  })

  test('by another attribute is refused, with those that there are', async () => {
    const { scim } = await withAda()
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent('title eq "x"')}`)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    expect(body.detail).toContain('found by id, userName, emails.value, externalId, active.')
  })

  test('by people who are active lists them by their addresses, page by page', async () => {
    const world = await withAda()
    for (let index = 0; index < 5; index++) await add(world, index)
    const filter = encodeURIComponent('active eq "True"')
    const page = (await world.scim('GET', `/Users?filter=${filter}&startIndex=2&count=2`)).body
    expect(page).toMatchObject({ totalResults: 6, startIndex: 2, itemsPerPage: 2 })
    expect(page.Resources).toMatchObject([{ userName: 'p0@example.org' }, { userName: 'p1@example.org' }])
  })
})

async function add({ scim }: Pick<Scim, 'scim'>, index: number): Promise<void> {
  const { id } = (await scim('POST', '/Users', { userName: `p${index}@example.org` })).body
  await scim('POST', '/Groups', { displayName: `Group ${index}`, members: [{ value: id }] })
}
