// Keys of the organisation that make keys of workspaces: what they give without having it is what was listed for them.
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../../schemas/values/json.ts'
import { startControl } from '../../../../support/control-harness.ts'

const SCOPES = [
  ...['create', 'read', 'update', 'rotate'].map(verb => `workspace_service_api_keys.${verb}`),
  ...['create', 'read', 'update', 'rotate'].map(verb => `organisation_service_api_keys.${verb}`),
]

/** A gateway with an owner, and what a key of the organisation with some grants is answered. */
async function start(
  more: { readonly grants?: readonly string[]; readonly scopes?: readonly string[] } = {},
) {
  const { send } = await startControl()
  const asOwner = (method: string, path: string, body?: Json) => send(method, path, body)
  const made = await asOwner('POST', '/api-keys/organisation/service', {
    name: 'issuer',
    scopes: SCOPES,
    ...more,
  })
  expect(made.status).toBe(200)
  const { id, key } = made.body
  const ask = (method: string, path: string, body?: Json) => send(method, path, body, { key })
  return { id, ask, asOwner }
}

const APP = { name: 'app', workspace_id: 'default', scopes: ['inference', 'prompts.render'] }
const keyOf = async (ask: Awaited<ReturnType<typeof start>>['ask'], body: Json): Promise<string> =>
  (await ask('POST', '/api-keys/workspace/service', body)).body.id

describe('a key of the organisation gives keys of workspaces the scopes of its grants', () => {
  test.each([
    ['both scopes', ['inference', 'prompts.render'], 200],
    ['one of two', ['inference'], 403],
    ['none', [], 403],
  ] as const)('create with %s listed', async (_title, grants, status) => {
    const { ask } = await start({ grants })
    expect((await ask('POST', '/api-keys/workspace/service', APP)).status).toBe(status)
    expect((await ask('POST', '/api-keys/workspace/service/bulk', { items: [APP] })).status).toBe(status)
  })

  test.each([
    ['a scope that is listed', { scopes: ['inference', 'prompts.render', 'models'] }, 200],
    ['a scope that is not', { scopes: ['inference', 'prompts.render', 'configs.read'] }, 403],
  ] as const)('an update that adds %s is answered with its status', async (_title, change, status) => {
    const { ask, asOwner } = await start({ grants: ['inference', 'prompts.render', 'models'] })
    const id = await keyOf(asOwner, APP)
    expect((await ask('PUT', `/api-keys/${id}`, change)).status).toBe(status)
  })

  test.each([
    ['all scopes', ['inference', 'prompts.render'], 200],
    ['a part of them', ['inference'], 403],
    ['none', [], 403],
  ] as const)('a rotation, which shows a secret, with %s listed', async (_title, grants, status) => {
    const { ask, asOwner } = await start({ grants })
    const id = await keyOf(asOwner, APP)
    expect((await ask('POST', `/api-keys/${id}/rotate`, {})).status).toBe(status)
  })

  test('the refusal names what is missing and where it is listed', async () => {
    const { ask } = await start()
    expect(await ask('POST', '/api-keys/workspace/service', APP)).toMatchObject({
      status: 403,
      body: {
        error: {
          param: 'scopes',
          message: expect.stringMatching(
            /inference and prompts\.render\. Owners list in its grants what it may give to keys of workspaces\.$/,
          ),
        },
      },
    })
  })

  test('it shows them, its policy names them, and a colon may stand in a scope', async () => {
    const { id, ask } = await start({ grants: ['inference', 'prompts:render'] })
    expect((await ask('GET', `/api-keys/${id}`)).body.grants).toEqual(['inference', 'prompts.render'])
    expect((await ask('GET', '/api-keys/self/policy')).body).toMatchObject({
      calls: false,
      rules: [{ name: 'grants', text: 'It makes keys of workspaces with inference and prompts.render.' }],
    })
  })
})

describe('grants are set by an owner, or by somebody who has each scope', () => {
  const ISSUER = { name: 'second', scopes: [] }

  test.each([
    ['what it has', { ...ISSUER, grants: ['workspace_service_api_keys.create'] }, 200],
    ['what is only listed for it', { ...ISSUER, grants: ['inference'] }, 403],
    ['what is not listed', { ...ISSUER, grants: ['prompts.read'] }, 403],
    ['a lifetime beyond its own', { ...ISSUER, grants: ['api_keys.outlive'] }, 400],
  ] as const)('a key that lists %s for another key', async (_title, body, status) => {
    const { ask } = await start({ grants: ['inference'] })
    const made = await ask('POST', '/api-keys/organisation/service', body)
    expect([made.status, made.body.error?.param]).toEqual([status, status === 200 ? undefined : 'grants'])
  })

  test('a key lists nothing for itself', async () => {
    const { id, ask } = await start()
    expect((await ask('PUT', `/api-keys/${id}`, { grants: ['inference'] })).status).toBe(403)
  })

  test('a key gets no secret of a key that may grant more than itself', async () => {
    const { ask, asOwner } = await start()
    const other = await asOwner('POST', '/api-keys/organisation/service', {
      ...ISSUER,
      grants: ['inference'],
    })
    expect((await ask('POST', `/api-keys/${other.body.id}/rotate`, {})).status).toBe(403)
  })

  test('an owner lists, and takes them back', async () => {
    const { id, ask, asOwner } = await start()
    expect((await asOwner('PUT', `/api-keys/${id}`, { grants: APP.scopes })).body.grants).toEqual(APP.scopes)
    const first = await ask('POST', '/api-keys/workspace/service', APP)
    expect((await asOwner('PUT', `/api-keys/${id}`, { grants: [] })).body.grants).toEqual([])
    const second = await ask('POST', '/api-keys/workspace/service', APP)
    expect([first.status, second.status]).toEqual([200, 403])
  })

  test('keys of workspaces have none', async () => {
    const { asOwner } = await start()
    expect((await asOwner('POST', '/api-keys/workspace/service', { ...APP, grants: [] })).status).toBe(400)
    const id = await keyOf(asOwner, APP)
    expect((await asOwner('PUT', `/api-keys/${id}`, { grants: ['inference'] })).status).toBe(400)
  })
})

test('a key of a person takes all that the person may do, besides its scopes', async () => {
  const { ask, asOwner } = await start({
    scopes: [...SCOPES, 'workspace_user_api_keys.create', 'workspace_users.update'],
    grants: ['inference'],
  })
  const person = await asOwner('POST', '/organisation/users', { email: 'ann@example.com' })
  await asOwner('POST', '/workspaces/default/users', { users: [{ id: person.body.id, role: 'member' }] })
  const made = await ask('POST', '/api-keys/workspace/user', {
    ...APP,
    scopes: ['inference'],
    user_id: person.body.id,
  })
  expect([made.status, made.body.error?.param]).toEqual([403, 'user_id'])
})
