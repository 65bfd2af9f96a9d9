// Providers and virtual keys by API: made from integrations, and named by saved configs.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { ControlHarness } from '../../../support/control-harness.ts'
import { gatewayOf, OPENAI, start, stored } from './stored-credentials.ts'

describe('providers', () => {
  test('of the manifest are read, and changed in git alone', async () => {
    const here = await start({ providers: { main: { provider: 'openai', api_key: '${env:KEY}' } } })
    expect((await here.send('GET', '/providers/main')).body).toMatchObject({
      slug: 'main',
      owner: 'git',
      ai_provider_id: 'openai',
      integration_id: null,
    })
    expect(await here.send('DELETE', '/providers/main')).toMatchObject({
      status: 409,
      body: { error: { code: 'owned_by_git' } },
    })
    expect(
      await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI, slug: 'main' }),
    ).toMatchObject({
      status: 409,
    })
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    expect(await here.send('PUT', '/providers/openai', { name: 'x' })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('is the default of the integration "openai"') } },
    })
  })
})

test('a provider that has ended already is refused, when it is made and when it is changed, as a key is', async () => {
  const here = await start()
  await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
  const lab = { name: 'Lab', slug: 'lab', integration_id: 'openai' }
  const expires_at = '2026-11-22T23:59:59Z'
  const refusal = {
    status: 400,
    body: { error: { param: 'expires_at', message: expect.stringContaining('must be in the future') } },
  }
  expect(
    await here.send('POST', '/providers', { workspace_id: 'default', ...lab, expires_at }),
  ).toMatchObject(refusal)
  expect((await here.send('POST', '/providers', { workspace_id: 'default', ...lab })).status).toBe(200)
  expect(await here.send('PUT', '/providers/lab', { expires_at })).toMatchObject(refusal)
  expect((await here.send('PUT', '/providers/lab', { expires_at: '2026-11-24T00:00:00Z' })).status).toBe(200)
})

describe('a saved config', () => {
  const save = async (here: ControlHarness, config: JsonObject) => {
    const answer = await here.send('POST', '/configs', { workspace_id: 'default', name: 'chat', config })
    return answer.body.error?.diagnostics?.map((each: { code: string }) => each.code) ?? answer.status
  }

  test('names providers of the store that its workspace has, and no others', async () => {
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'shop' })
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    await here.send('POST', '/integrations', { ...OPENAI, slug: 'theirs', workspace_id: 'shop' })
    expect(await save(here, { provider: '@theirs' })).toEqual(['unknown-slug'])
    expect(await save(here, { provider: '@opanai' })).toEqual(['unknown-slug'])
    expect(await save(here, { provider: '@openai' })).toBe(200)
  })

  test('names secret references of the manifest whose owner has said where they go, for its workspace', async () => {
    const reference = { manager_type: 'env', secret_path: 'A' }
    const here = await start({
      secret_references: {
        free: reference,
        bound: { ...reference, allowed_hosts: ['api.openai.com'] },
        shop: { ...reference, allowed_hosts: ['api.openai.com'], allowed_workspaces: ['shop'] },
      },
    })
    const named = (slug: string, more: JsonObject = {}) =>
      save(here, { provider: 'openai', api_key: `\${secret:${slug}}`, ...more })
    expect(await named('free')).toEqual(['credential-may-not-go-there'])
    expect(await named('bound', { custom_host: 'https://elsewhere.example/v1' })).toEqual([
      'credential-may-not-go-there',
    ])
    expect(await named('shop')).toEqual(['unknown-secret-reference'])
    expect(await named('none')).toEqual(['unknown-secret-reference'])
    expect(await save(here, { provider: 'openai', api_key: '${env:A}' })).toEqual([
      'secret-reference-in-request',
    ])
    expect(await named('bound')).toBe(200)
  })
})

test('tags are shown, listed, changed and kept as those of integrations are', async () => {
  const here = await start()
  await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI, tags: { team: 'core' } })
  const lab = { workspace_id: 'default', name: 'Lab', integration_id: 'openai', tags: { team: 'lab' } }
  const created = await here.send('POST', '/providers', lab)
  expect(created).toMatchObject({ status: 200, body: { slug: 'lab', tags: { team: 'lab' } } })
  const { body: list } = await here.send('GET', '/providers')
  const shown = new Map(list.data.map((each: { slug: string; tags: object }) => [each.slug, each.tags]))
  expect(shown).toEqual(
    new Map([
      ['lab', { team: 'lab' }],
      ['openai', { team: 'core' }],
    ]),
  )
  await here.send('PUT', '/providers/lab', { name: 'The lab' })
  expect((await here.send('GET', '/providers/lab')).body).toMatchObject({ tags: { team: 'lab' } })
  const changed = await here.send('PUT', '/providers/lab', { tags: { cost: '7' } })
  expect(changed.body.tags).toEqual({ cost: '7' })
  expect((await here.send('PUT', '/providers/lab', { tags: { cost: 7 } })).status).toBe(400)
})

describe('virtual keys', () => {
  test('are made with their credential, serve calls of their workspace, and are read with last_reset_at', async () => {
    const here = await start({ providers: { main: { provider: 'mock' } } })
    const created = await here.send('POST', '/virtual-keys', {
      workspace_id: 'default',
      name: 'Team key',
      provider: 'openai',
      key: 'sk-live-0123456789abcdef',
      note: 'for tests',
    })
    expect(created).toMatchObject({
      status: 200,
      body: {
        slug: 'team-key',
        ai_provider_name: 'openai',
        key: '****cdef',
        note: 'for tests',
        status: 'active',
        last_reset_at: null,
        object: 'virtual-key',
      },
    })
    expect(await stored(here)).not.toContain('sk-live')
    const { ask } = gatewayOf(here, {})
    expect(await ask('gpt-6-sol', { 'x-gateway-virtual-key': 'team-key' })).toMatchObject({
      status: 200,
      sentKey: 'Bearer sk-live-0123456789abcdef',
    })
    await here.send('PUT', '/virtual-keys/team-key', { key: 'sk-next-0123456789abcdef' })
    expect(await ask('gpt-6-sol', { 'x-gateway-virtual-key': 'team-key' })).toMatchObject({
      sentKey: 'Bearer sk-next-0123456789abcdef',
    })
    expect((await here.send('GET', '/virtual-keys')).body).toMatchObject({
      total: 2,
      data: [{ slug: 'main', owner: 'git' }, { slug: 'team-key' }],
    })
    expect(await here.send('PUT', '/virtual-keys/main', { name: 'x' })).toMatchObject({
      status: 409,
      body: { error: { code: 'owned_by_git' } },
    })
    expect((await here.send('DELETE', '/virtual-keys/team-key')).status).toBe(200)
    expect((await ask('gpt-6-sol', { 'x-gateway-virtual-key': 'team-key' })).status).toBe(400)
  })
})

describe('a pool', () => {
  const members = { a: { provider: '@east', weight: 3 }, b: { provider: '@west', tier: 2 } }
  const started = async () => {
    const here = await start({
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}' },
        own: { pool: { members: { x: { provider: 'mock' } } } },
      },
    })
    for (const slug of ['east', 'west'])
      await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI, slug })
    return here
  }
  const create = (pool: JsonObject, others: JsonObject = {}) => ({
    workspace_id: 'default',
    name: 'Both',
    slug: 'both',
    pool,
    ...others,
  })

  test('of the manifest is listed with its members', async () => {
    const here = await started()
    const list = (await here.send('GET', '/providers?workspace_id=default')).body
    const kinds = Object.fromEntries(
      list.data.map((each: { slug: string; ai_provider_id: string }) => [each.slug, each.ai_provider_id]),
    )
    expect(kinds).toMatchObject({ own: 'pool', 'own.x': 'mock', main: 'openai' })
  })

  test('is made of providers of its workspace, read and changed as it was written', async () => {
    const here = await started()
    expect(await here.send('POST', '/providers', create({ pick: 'latency', members }))).toMatchObject({
      status: 200,
      body: {
        slug: 'both',
        ai_provider_id: 'pool',
        integration_id: null,
        pool: { pick: 'latency', members },
      },
    })
    const changed = { members: { ...members, c: { provider: '@main' } }, failover: { members: 1 } }
    expect(await here.send('PUT', '/providers/both', { pool: changed })).toMatchObject({
      status: 200,
      body: { pool: changed },
    })
    expect((await here.send('PUT', '/providers/both', { note: 'two accounts' })).body).toMatchObject({
      note: 'two accounts',
      pool: changed,
    })
  })

  test.each([
    ['no members', { members: {} }, 'has no members'],
    [
      'a member that the workspace lacks',
      { members: { a: { provider: '@nowhere' } } },
      'No provider of the manifest or the store',
    ],
    ['a member that is a pool', { members: { a: { provider: '@own' } } }, 'is a pool'],
    [
      'shares above all calls',
      {
        members: {
          a: { provider: '@east', share: { min: '80%' } },
          b: { provider: '@west', share: { min: '30%' } },
        },
      },
      '110%',
    ],
    ['a key of its own', { members: { a: { provider: 'openai', api_key: 'sk-1' } } }, ''],
  ])('with %s is refused', async (_what, pool, sentence) => {
    const here = await started()
    const answer = await here.send('POST', '/providers', create(pool))
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(sentence)
  })

  test('has an integration or members, never both or neither', async () => {
    const here = await started()
    expect(
      (await here.send('POST', '/providers', create({ members }, { integration_id: 'east' }))).status,
    ).toBe(400)
    expect(
      (await here.send('POST', '/providers', { workspace_id: 'default', name: 'None' })).body.error.param,
    ).toBe('integration_id')
    await here.send('POST', '/providers', {
      workspace_id: 'default',
      name: 'One',
      slug: 'one',
      integration_id: 'east',
    })
    expect((await here.send('PUT', '/providers/one', { pool: { members } })).status).toBe(400)
  })

  test('holds on to its members: a provider that is one is not deleted', async () => {
    const here = await started()
    await here.send('POST', '/providers', {
      workspace_id: 'default',
      name: 'One',
      slug: 'one',
      integration_id: 'east',
    })
    await here.send('POST', '/providers', create({ members: { a: { provider: '@one' } } }))
    expect(await here.send('DELETE', '/providers/one')).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('is a member of the pool "both"') } },
    })
    await here.send('DELETE', '/providers/both')
    expect((await here.send('DELETE', '/providers/one')).status).toBe(200)
  })
})
