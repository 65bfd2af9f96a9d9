// Integrations by API: credentials are write-only and sealed, and go to no other resource than their own.
import { describe, expect, test } from 'vitest'
import { rotateSecrets } from '../../../../runtime/control/core/sealing/rotate-secrets.ts'
import { SEALED_KINDS } from '../../../../runtime/control/kinds.ts'
import { sealingOf } from '../../../support/control-harness.ts'
import { gatewayOf, KEY, OPENAI, start, stored } from './stored-credentials.ts'

describe('an integration', () => {
  test('is created with a sealed key that is never read back, and serves calls as @slug', async () => {
    const here = await start()
    const created = await here.send('POST', '/integrations', { workspace_id: null, ...OPENAI })
    const access = { workspaces: [{ id: 'default', enabled: true }] }
    await here.send('PUT', '/integrations/openai/workspaces', access)
    expect(created).toMatchObject({
      status: 200,
      body: {
        slug: 'openai',
        ai_provider_id: 'openai',
        masked_key: '****cdef',
        create_default_provider: true,
        default_provider_slug: 'openai',
        workspace_id: null,
        owner: 'api',
        last_reset_at: null,
        object: 'integration',
      },
    })
    const texts = [
      JSON.stringify(created.body),
      JSON.stringify((await here.send('GET', '/integrations/openai')).body),
      JSON.stringify((await here.send('GET', '/integrations')).body),
      await stored(here),
    ]
    for (const text of texts) expect(text).not.toContain('sk-live')
    expect((await here.send('GET', '/providers')).body).toMatchObject({
      total: 1,
      data: [
        {
          slug: 'openai',
          integration_id: 'openai',
          ai_provider_id: 'openai',
          status: 'active',
          owner: 'api',
        },
      ],
    })
    const { ask } = gatewayOf(here, {})
    expect(await ask('@openai/gpt-6-sol')).toMatchObject({
      status: 200,
      sentKey: 'Bearer sk-live-0123456789abcdef',
    })
    expect(await ask('gpt-6-sol', { 'x-gateway-provider': '@openai' })).toMatchObject({ status: 200 })
    expect(await ask('gpt-6-sol', { 'x-gateway-virtual-key': 'openai' })).toMatchObject({ status: 200 })
    expect(await ask('gpt-6-sol', { 'x-gateway-config': '{"provider":"@openai"}' })).toMatchObject({
      status: 200,
    })
    expect(await ask('gpt-6-sol', { 'x-gateway-provider': '@opneai' })).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('No provider with the slug "@opneai"') } },
    })
  })

  test('with a new key is used with it by the next call', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    const { ask } = gatewayOf(here, {})
    await ask('@openai/gpt-6-sol')
    const updated = await here.send('PUT', '/integrations/openai', { key: 'sk-next-0123456789abcdef' })
    expect(updated.status).toBe(200)
    expect(await ask('@openai/gpt-6-sol')).toMatchObject({ sentKey: 'Bearer sk-next-0123456789abcdef' })
    // What is not sent stays.
    await here.send('PUT', '/integrations/openai', { name: 'Renamed' })
    expect(await ask('@openai/gpt-6-sol')).toMatchObject({ sentKey: 'Bearer sk-next-0123456789abcdef' })
    expect((await here.send('DELETE', '/integrations/openai')).status).toBe(200)
    expect((await ask('@openai/gpt-6-sol')).status).not.toBe(200)
  })

  test('sends its key to the host that it was bound to, and to no other', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    const { ask, sent } = gatewayOf(here, {})
    const elsewhere = await ask('@openai/gpt-6-sol', {
      'x-gateway-custom-host': 'https://elsewhere.example/v1',
    })
    expect(elsewhere.json).toMatchObject({ error: { code: 'blocked_host' } })
    expect(sent).toEqual([])
    expect(
      await here.send('PUT', '/integrations/openai', {
        configurations: { custom_host: 'https://elsewhere.example/v1' },
      }),
    ).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('send the key again') } },
    })
    expect(
      await here.send('POST', '/integrations', {
        workspace_id: 'default',
        ...OPENAI,
        slug: 'local',
        configurations: { custom_host: 'http://10.0.0.5:8000/v1' },
      }),
    ).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('private range') } } })
  })

  test.each([
    ['an unknown provider', { ...OPENAI, ai_provider_id: 'opanai' }, 'opanai'],
    ['a missing key', { name: 'x', ai_provider_id: 'openai' }, 'api_key'],
    ['an unknown setting', { ...OPENAI, configurations: { strategy: {} } }, 'not a setting of a provider'],
    ['a reference', { ...OPENAI, configurations: { vendor_project: '${env:HOME}' } }, 'contains a reference'],
    [
      'an identity of the machine',
      { name: 'x', ai_provider_id: 'azure', configurations: { cloud2_managed_identity: 'system' } },
      "gateway's machine",
    ],
    ['a slug of another form', { ...OPENAI, slug: 'Open AI' }, 'slug'],
    ['a property that does nothing', { ...OPENAI, rate_limits: [] }, 'rate_limits'],
  ])('with %s is refused', async (_title, body, message) => {
    const { send } = await start()
    const answer = await send('POST', '/integrations', { workspace_id: 'default', ...body })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    })
  })

  test("takes Portkey's names, and masks every secret among them", async () => {
    const here = await start()
    const answer = await here.send('POST', '/integrations', {
      workspace_id: 'default',
      name: 'Bedrock',
      ai_provider_id: 'bedrock',
      configurations: {
        aws_access_key_id: 'AKIA0123456789ABCDEF',
        aws_secret_access_key: 'aws-secret-0123456789',
        aws_region: 'eu-west-1',
      },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        masked_key: null,
        configurations: {
          cloud1_access_key_id: '****CDEF',
          cloud1_secret_access_key: '****6789',
          cloud1_region: 'eu-west-1',
        },
      },
    })
    expect(await stored(here)).not.toContain('aws-secret')
    const { ask } = gatewayOf(here, {})
    const called = await ask('@bedrock/amazon.nova-lite-v1:0')
    expect(called).toMatchObject({ origin: 'https://bedrock-runtime.eu-west-1.amazonaws.com' })
    expect(called.sentKey).toContain('AWS4-HMAC-SHA256 Credential=AKIA0123456789ABCDEF/')
  })

  test('cannot be written without an encryption key, or without a store', async () => {
    const without = await start({}, {})
    expect(await without.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })).toMatchObject(
      {
        status: 501,
        body: {
          error: {
            code: 'encryption_key_required',
            message: expect.stringContaining('PORTOLAN_ENCRYPTION_KEY'),
          },
        },
      },
    )
    expect(await stored(without)).not.toContain('sk-live')
    await without.close()
    const { send } = await start({}, { encryptionKey: KEY, store: 'none' })
    expect(await send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })).toMatchObject({
      status: 501,
      body: { error: { code: 'store_required' } },
    })
    expect((await send('GET', '/integrations')).body).toMatchObject({ total: 0 })
  })

  test('that was sealed with another key is 503, and the log says why', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    const { sealing: _sealing, ...context } = here.context
    const { ask, faults } = gatewayOf({ ...here, context }, {})
    expect(await ask('@openai/gpt-6-sol')).toMatchObject({
      status: 503,
      json: { error: { code: 'secret_unavailable' } },
    })
    expect(faults[0]).toContain('The secrets of this store are encrypted. Set the environment variable')
  })
})

test('a key is not sent to another resource of the same provider', async () => {
  const { send } = await start()
  const azure = {
    cloud2_resource_name: 'mine',
    cloud2_deployment_id: 'gpt',
    cloud2_api_version: '2024-10-21',
  }
  const created = await send('POST', '/integrations', {
    workspace_id: 'default',
    ...OPENAI,
    slug: 'az',
    ai_provider_id: 'azure',
    configurations: azure,
  })
  expect(created.body).toMatchObject({ slug: 'az', masked_key: '****cdef' })
  const other = { ...azure, cloud2_resource_name: 'theirs' }
  expect(await send('PUT', '/integrations/az', { configurations: other })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('send the key again') } },
  })
  expect((await send('PUT', '/integrations/az', { configurations: other, key: OPENAI.key })).status).toBe(200)
})

test('after a rotation of the encryption key everything opens with the new key alone', async () => {
  const here = await start()
  const { store } = here.context
  if (store === undefined) throw new Error('There is no store.')
  await here.send('POST', '/secret-references', {
    name: 'vault',
    manager_type: 'hashicorp_vault',
    auth_config: { vault_addr: 'https://vault.example', vault_auth_type: 'token', vault_token: 'hvs.0123' },
    secret_path: 'secret/openai',
  })
  const mapping = { target_field: 'key', secret_reference_id: 'vault' }
  await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
  await here.send('POST', '/workspaces', { name: 'shop' })
  await here.send('POST', '/integrations', { ...OPENAI, slug: 'theirs', workspace_id: 'shop' })
  await here.send('POST', '/integrations', {
    workspace_id: 'default',
    name: 'mapped',
    ai_provider_id: 'openai',
    secret_mappings: [mapping],
  })
  const next = Buffer.from('n'.repeat(32)).toString('base64')
  const { ring, cipher } = sealingOf(`${next},${KEY}`)
  expect(await rotateSecrets(store, ring, cipher, SEALED_KINDS)).toEqual({
    rotated: 3,
    current: 0,
    faults: [],
  })
  await here.context.replica?.look()
  const context = { ...here.context, sealing: sealingOf(next) }
  const { ask, references } = gatewayOf({ ...here, context }, {}, { 'secret/openai': 'sk-vault' })
  await references.loaded()
  expect(await ask('@openai/gpt-6-sol')).toMatchObject({ status: 200, sentKey: `Bearer ${OPENAI.key}` })
  expect(await ask('@mapped/gpt-6-sol')).toMatchObject({
    status: 200,
    sentKey: 'Bearer sk-vault for hvs.0123',
  })
  references.stop()
})
