// What directories are refused, in their own form of errors, and what their key may do.
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../schemas/values/json.ts'
import { add, ERROR, patch, start, USER } from './directory.ts'

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
