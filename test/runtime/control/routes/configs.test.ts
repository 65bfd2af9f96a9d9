// Saved configs by API: compiled when they are written, versions that never change, labels, ownership.
import { describe, expect, test } from 'vitest'
import { manifestKey, sha256, startControl } from '../../../support/control-harness.ts'

const PROVIDERS = { providers: { mock: { provider: 'mock' } } }
const chat = (model: string) => ({ provider: '@mock', override_params: { model } })

describe('POST /configs', () => {
  test('saves a config that compiles, given as an object or as text, and replies as the peer does', async () => {
    const { send } = await startControl(PROVIDERS)
    const created = await send('POST', '/configs', {
      workspace_id: 'default',
      name: 'Chat',
      config: chat('a'),
    })
    expect(created).toMatchObject({
      status: 200,
      body: { success: true, data: { slug: 'chat', version: 1, object: 'config', diagnostics: [] } },
    })
    const text = JSON.stringify(chat('b'))
    expect(
      (await send('POST', '/configs', { workspace_id: 'default', name: 'x', slug: 'Text_1', config: text }))
        .status,
    ).toBe(200)
    expect((await send('GET', '/configs/Text_1')).body.data).toMatchObject({ config: text, owner: 'api' })
  })

  test('a config that does not compile is 400 with every diagnostic, and nothing is stored', async () => {
    const { send } = await startControl(PROVIDERS)
    const answer = await send('POST', '/configs', {
      workspace_id: 'default',
      name: 'bad',
      config: { provider: '@missing', retry: { attempts: 'two' } },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('invalid_config')
    expect(answer.body.error.diagnostics.map((each: { code: string }) => each.code).sort()).toEqual([
      'unknown-slug',
      'wrong-type',
    ])
    expect(answer.body.error.diagnostics[0]).toHaveProperty('line')
    expect((await send('GET', '/configs')).body.total).toBe(0)
  })

  test.each([
    ['a literal secret', 'sk-live-abcdefghijklmnopqrstuvwxyz', 'literal-secret'],
    ['a variable of the gateway host', '${env:OPENAI_API_KEY}', 'secret-reference-in-request'],
    ['a file of the gateway host', '${file:/etc/passwd}', 'secret-reference-in-request'],
  ])('%s is refused', async (_, api_key, code) => {
    const { send } = await startControl()
    const answer = await send('POST', '/configs', {
      workspace_id: 'default',
      name: 'x',
      config: { provider: 'openai', api_key },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error.diagnostics.map((each: { code: string }) => each.code)).toContain(code)
    expect(JSON.stringify(answer.body)).not.toContain('sk-live')
  })

  test('a slug that is taken says where, to those alone who may read configs there', async () => {
    const key = (id: string, workspace: string) =>
      manifestKey(id, workspace, ['configs.create', 'configs.read'])
    const adminKey = `ptl_${'a'.repeat(43)}`
    const { send } = await startControl(
      { ...PROVIDERS, api_keys: [key('red', 'red'), key('blue', 'blue')] },
      { adminKey },
    )
    const create = (sender: string, more: object = {}) =>
      send('POST', '/configs', { name: 'chat', config: chat('a'), ...more }, { key: sender })
    expect((await create('key red')).status).toBe(200)
    const refusals = [
      await create('key red'),
      await create('key blue'),
      await create(adminKey, { workspace_id: 'blue' }),
    ]
    expect(refusals.map(({ status, body }) => `${status} ${body.error.message}`)).toEqual([
      '409 The config "chat" exists already. Choose another slug.',
      '409 The config "chat" is taken in another workspace. Choose another slug.',
      '409 The config "chat" is taken in the workspace "red". Choose another slug.',
    ])
  })

  test('a prompt that the workspace does not have is 404, whether another has it or none', async () => {
    const { send } = await startControl(PROVIDERS)
    const letter = { name: 'letter', string: '[{"role":"user","content":"Hi"}]', parameters: {} }
    expect((await send('POST', '/prompts', { workspace_id: 'default', ...letter })).status).toBe(200)
    const create = async (prompt_id: string) =>
      (
        await send('POST', '/configs', {
          workspace_id: 'default',
          name: prompt_id,
          config: { prompt_id, ...chat('a') },
        })
      ).body
    expect((await create('letter')).diagnostics).toEqual([])
    await send('POST', '/workspaces', { name: 'other' })
    await send('POST', '/prompts', { ...letter, workspace_id: 'other', slug: 'theirs' })
    expect((await create('lettr')).error).toMatchObject({
      code: 'not_found',
      message: 'The config "lettr" is invalid: No prompt is named "lettr". Did you mean "letter"?',
    })
    expect((await create('theirs')).error).toMatchObject({
      code: 'not_found',
      message: 'The config "theirs" is invalid: No prompt is named "theirs".',
    })
  })

  test('a name that gives no slug needs one', async () => {
    const { send } = await startControl(PROVIDERS)
    expect(
      (await send('POST', '/configs', { workspace_id: 'default', name: '!!!', config: chat('a') })).body.error
        .param,
    ).toBe('slug')
    expect((await send('GET', '/configs')).body.total).toBe(0)
  })

  test('isDefault is refused: defaults belong to keys', async () => {
    const { send } = await startControl(PROVIDERS)
    const body = { name: 'x', config: chat('a'), isDefault: true }
    expect((await send('POST', '/configs', { workspace_id: 'default', ...body })).body.error.param).toBe(
      'isDefault',
    )
  })
})

describe('versions and labels', () => {
  test('a PUT adds a version and uses it, unless promote is false; the versions before stay', async () => {
    const { send } = await startControl(PROVIDERS)
    await send('POST', '/configs', {
      workspace_id: 'default',
      name: 'chat',
      config: chat('a'),
      message: 'first',
    })
    await send('PUT', '/configs/chat', { config: chat('b') })
    const third = await send('PUT', '/configs/chat', { config: chat('c'), promote: false })
    expect(third.body.data).toMatchObject({ version: 3 })
    const { data } = (await send('GET', '/configs/chat')).body
    expect(data).toMatchObject({ version: 2, labels: { live: 2 } })
    expect(JSON.parse(data.config)).toEqual(chat('b'))
    const versions = (await send('GET', '/configs/chat/versions')).body
    expect(versions).toMatchObject({ object: 'list', total: 3 })
    expect(versions.data.map((each: { version: number }) => each.version)).toEqual([3, 2, 1])
    expect((await send('GET', '/configs/chat/versions/1')).body).toMatchObject({
      message: 'first',
      created_by: 'anyone',
    })
    expect((await send('GET', '/configs/chat/versions/live')).body.version).toBe(2)
  })

  test('a label moves in one write; live is what a roll-back moves', async () => {
    const { send } = await startControl(PROVIDERS)
    await send('POST', '/configs', { workspace_id: 'default', name: 'chat', config: chat('a') })
    await send('PUT', '/configs/chat', { config: chat('b') })
    await send('PUT', '/configs/chat/labels/staging', { version: 2 })
    await send('PUT', '/configs/chat/labels/live', { version: 1 })
    const { data } = (await send('GET', '/configs/chat')).body
    expect(data).toMatchObject({ version: 1, labels: { live: 1, staging: 2 } })
    expect(JSON.parse(data.config)).toEqual(chat('a'))
    expect((await send('DELETE', '/configs/chat/labels/staging')).status).toBe(200)
    expect((await send('DELETE', '/configs/chat/labels/live')).status).toBe(400)
    expect((await send('PUT', '/configs/chat/labels/7', { version: 1 })).status).toBe(400)
    expect((await send('PUT', '/configs/chat/labels/live', { version: 9 })).status).toBe(404)
  })

  test('of two who change it at once one wins, by If-Match', async () => {
    const { send } = await startControl(PROVIDERS)
    const etag =
      (await send('POST', '/configs', { workspace_id: 'default', name: 'chat', config: chat('a') })).headers[
        'etag'
      ] ?? ''
    const [one, two] = await Promise.all(
      ['b', 'c'].map(model =>
        send('PUT', '/configs/chat', { config: chat(model) }, { headers: ['if-match', etag] }),
      ),
    )
    expect([one?.status, two?.status].sort()).toEqual([200, 412])
  })

  test('deleting removes every version, and the audit log keeps who did it', async () => {
    const { send } = await startControl(PROVIDERS)
    await send('POST', '/configs', { workspace_id: 'default', name: 'chat', config: chat('a') })
    await send('PUT', '/configs/chat', { config: chat('b') })
    expect((await send('DELETE', '/configs/chat')).body).toEqual({})
    expect((await send('GET', '/configs/chat')).status).toBe(404)
    await send('POST', '/configs', { workspace_id: 'default', name: 'chat', config: chat('c') })
    expect((await send('GET', '/configs/chat/versions')).body.total).toBe(1)
    const log = await send('GET', '/audit-logs?start_time=2026-11-01&end_time=2026-12-01&action=delete')
    expect(log.body.records).toMatchObject([{ resource_type: 'config', resource_id: 'chat', user: 'anyone' }])
  })
})

describe('one owner per object', () => {
  test('a config of the project is listed and read, and changed only in git', async () => {
    const { send } = await startControl(PROVIDERS, { configs: { routed: chat('a') } })
    expect((await send('GET', '/configs')).body.data).toMatchObject([{ slug: 'routed', owner: 'git' }])
    expect((await send('GET', '/configs/routed')).body.data).toMatchObject({ config: null, owner: 'git' })
    for (const [method, body] of [
      ['PUT', { config: chat('b') }],
      ['DELETE', undefined],
    ] as const)
      expect((await send(method, '/configs/routed', body)).body.error.code).toBe('owned_by_git')
    expect(
      (await send('POST', '/configs', { workspace_id: 'default', name: 'routed', config: chat('b') })).status,
    ).toBe(409)
  })

  test('a config of another workspace does not exist for a key', async () => {
    const key = (id: string, workspace: string) => ({
      id,
      workspace,
      scopes: ['configs.create', 'configs.read', 'configs.list', 'configs.delete'],
      hash: `sha256:${sha256(`key ${id}`)}`,
    })
    const { send } = await startControl({ ...PROVIDERS, api_keys: [key('a', 'one'), key('b', 'two')] })
    await send('POST', '/configs', { name: 'chat', config: chat('a') }, { key: 'key a' })
    expect((await send('GET', '/configs/chat', undefined, { key: 'key a' })).status).toBe(200)
    expect((await send('GET', '/configs/chat', undefined, { key: 'key b' })).status).toBe(404)
    expect((await send('DELETE', '/configs/chat', undefined, { key: 'key b' })).status).toBe(404)
    expect((await send('GET', '/configs', undefined, { key: 'key b' })).body.total).toBe(0)
    const elsewhere = { name: 'x', config: chat('a'), workspace_id: 'one' }
    expect((await send('POST', '/configs', { ...elsewhere }, { key: 'key b' })).status).toBe(404)
  })
})
