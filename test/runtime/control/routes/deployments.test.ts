// `/deployments`: named fleets of runtimes.
import { afterEach, describe, expect, test } from 'vitest'
import { type ControlHarness, openControl, sha256 } from '../../../support/control-harness.ts'

let open: ControlHarness | undefined
const start = async (...args: Parameters<typeof openControl>): Promise<ControlHarness> => {
  open = await openControl(...args)
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

const key = (id: string, workspace: string, scopes: readonly string[]) => ({
  id,
  hash: `sha256:${sha256(`key ${id}`)}`,
  workspace,
  scopes,
})

test('a deployment is created, read, listed, updated and deleted', async () => {
  const { send, context } = await start()
  const created = await send('POST', '/deployments', { name: 'EU production', production: true })
  expect(created).toMatchObject({
    status: 200,
    body: { slug: 'eu-production', production: true, label: 'live', workspaces: [], object: 'deployment' },
  })
  await send('POST', '/deployments', { name: 'Try-out', slug: 'try' })
  expect((await send('GET', `/deployments/${created.body.id}`)).body).toEqual(created.body)
  const list = await send('GET', '/deployments?production=true')
  expect(list.body).toMatchObject({ object: 'list', total: 1, data: [{ slug: 'eu-production' }] })
  const updated = await send('PUT', '/deployments/try', { label: 'next', workspaces: ['default'] })
  expect(updated.body).toMatchObject({ label: 'next', workspaces: ['default'], production: false })
  expect((await send('DELETE', '/deployments/try')).status).toBe(200)
  expect((await send('GET', '/deployments/try')).status).toBe(404)
  const log = (await context.store?.list('audit', { limit: 10 })) ?? []
  expect(log.map(({ value }) => value['action']).sort()).toEqual(['create', 'create', 'delete', 'update'])
})

test('workspaces are named by slug or identifier, and kept by slug, each once', async () => {
  const { send } = await start({ api_keys: [] })
  const { body } = await send('POST', '/workspaces', { name: 'Team' })
  const created = await send('POST', '/deployments', { name: 'x', workspaces: [body.id, 'team', 'default'] })
  expect(created.body.workspaces).toEqual(['default', 'team'])
})

test.each([
  [{ name: 'x', workspaces: ['gone'] }, 'There is no workspace "gone".', 404],
  [{ name: 'x', label: '12' }, '"12" cannot be the name of a label.'],
  [{ name: '§' }, 'slug is missing'],
  [{ name: 'x', colour: 'red' }, 'colour is not a known property.'],
])('%j is refused', async (body, message, status = 400) => {
  const { send } = await start()
  const answer = await send('POST', '/deployments', body)
  expect(answer).toMatchObject({
    status,
    body: { error: { message: expect.stringContaining(message) } },
  })
})

test('a slug that exists, and a change of what has changed meanwhile, are conflicts', async () => {
  const { send } = await start()
  const { headers } = await send('POST', '/deployments', { name: 'x' })
  expect((await send('POST', '/deployments', { name: 'x' })).status).toBe(409)
  await send('PUT', '/deployments/x', { production: true })
  const late = await send(
    'PUT',
    '/deployments/x',
    { production: false },
    {
      headers: ['if-match', headers['etag'] ?? ''],
    },
  )
  expect(late.status).toBe(412)
})

test('a deployment is not deleted while a runtime serves it', async () => {
  const { send, context, clock } = await start()
  await send('POST', '/deployments', { name: 'x' })
  await context.store?.heartbeat({ id: 'host:1', value: { deployment: 'x' }, at: clock.now() })
  await context.store?.heartbeat({ id: 'host:2', value: { deployment: 'y' }, at: clock.now() })
  expect(await send('DELETE', '/deployments/x')).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: expect.stringContaining('served by a runtime.') } },
  })
  await clock.advance(30_001)
  expect((await send('DELETE', '/deployments/x')).status).toBe(200)
})

describe('least scopes', () => {
  const keys = [
    key('reader', 'a', ['deployments.list', 'deployments.read']),
    key('writer', 'a', ['deployments.create']),
  ]

  test('a key sees what serves its workspace alone', async () => {
    const { send, context } = await start({ api_keys: keys })
    for (const [id, workspaces] of [
      ['all', []],
      ['own', ['a']],
      ['other', ['b']],
    ] as const)
      await context.store?.commit({
        writes: [
          { kind: 'deployment', id, value: { id, name: id, label: 'live', workspaces: [...workspaces] } },
        ],
      })
    await context.replica?.look()
    const list = await send('GET', '/deployments', undefined, { key: 'key reader' })
    expect(list.body.data.map((each: { slug: string }) => each.slug)).toEqual(['all', 'own'])
    expect((await send('GET', '/deployments/other', undefined, { key: 'key reader' })).status).toBe(404)
  })

  test('writing needs the scope of the organisation', async () => {
    const { send } = await start({ api_keys: keys })
    const answer = await send('POST', '/deployments', { name: 'x' }, { key: 'key writer' })
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('of the organisation') } },
    })
  })
})

describe('what serves production', () => {
  const own = ['deployments.create', 'deployments.update', 'deployments.delete', 'deployments.list']

  test('is changed with the scope deployments.production alone, except its name', async () => {
    const { send } = await start()
    const keyWith = async (scopes: readonly string[]): Promise<string> =>
      (await send('POST', '/api-keys/organisation/service', { name: scopes.join(' '), scopes })).body.key
    const plain = await keyWith(own)
    const production = await keyWith([...own, 'deployments.production'])
    await send('POST', '/deployments', { name: 'eu', production: true }, { key: production })
    await send('POST', '/deployments', { name: 'try' }, { key: plain })
    const changes = [
      ['PUT', '/deployments/eu', { label: 'next' }],
      ['PUT', '/deployments/eu', { production: false }],
      ['PUT', '/deployments/eu', { workspaces: ['default'] }],
      ['PUT', '/deployments/try', { production: true }],
      ['POST', '/deployments', { name: 'us', production: true }],
      ['DELETE', '/deployments/eu', undefined],
    ] as const
    for (const [method, path, body] of changes) {
      const refused = await send(method, path, body, { key: plain })
      expect([refused.status, refused.body.error?.message], JSON.stringify(body)).toEqual([
        403,
        expect.stringContaining('deployments.production'),
      ])
    }
    expect((await send('PUT', '/deployments/eu', { name: 'Europe' }, { key: plain })).status).toBe(200)
    expect((await send('PUT', '/deployments/try', { label: 'next' }, { key: plain })).status).toBe(200)
    for (const [method, path, body] of changes)
      expect((await send(method, path, body, { key: production })).status, path).toBe(200)
  })
})

test('without a store it is 501, with the line that switches it on', async () => {
  const { send } = await start({}, { store: 'none' })
  expect((await send('POST', '/deployments', { name: 'x' })).status).toBe(501)
})
