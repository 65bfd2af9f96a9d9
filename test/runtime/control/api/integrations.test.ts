// Integrations, providers and secret references by API: credentials are write-only and sealed, workspaces see what they have
// access to, and calls use providers by their slugs.
import { afterEach, describe, expect, test } from 'vitest'
import { createStoredProviders } from '../../../../runtime/control/providers/stored-providers.ts'
import { rotateSecrets } from '../../../../runtime/control/secrets/rotate-secrets.ts'
import { openStoredReferences } from '../../../../runtime/control/secrets/stored-references.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl, sealingOf, sha256 } from '../../../support/control-harness.ts'
import { completion, createHarness } from '../../../support/harness.ts'

const KEY = Buffer.from('k'.repeat(32)).toString('base64')

let open: ControlHarness | undefined
const start = async (
  manifest: object = {},
  options: Parameters<typeof openControl>[1] = { encryptionKey: KEY },
) => {
  open = await openControl(manifest, options)
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})

const key = (id: string, workspace: string, scopes: readonly string[]) => ({
  id,
  workspace,
  scopes,
  hash: `sha256:${sha256(`key ${id}`)}`,
})

const OPENAI = { name: 'OpenAI', ai_provider_id: 'openai', key: 'sk-live-0123456789abcdef' }

/** All that is in the store, as text. */
const stored = async ({ context }: ControlHarness): Promise<string> => {
  const kinds = ['integration', 'provider', 'secret-reference', 'audit']
  const all = await Promise.all(kinds.map(kind => context.store?.list(kind, { limit: 100 })))
  return JSON.stringify(all)
}

/** A gateway that serves calls with what the store of a control plane has. */
function gatewayOf(
  { context, clock }: ControlHarness,
  manifest: object,
  values: Readonly<Record<string, string>> = {},
) {
  const { replica, gateway, catalog, sealing } = context
  if (replica === undefined) throw new Error('There is no store.')
  const faults: string[] = []
  const references = openStoredReferences({
    replica,
    sealing,
    clock,
    random: () => 0.5,
    onChange: () => {},
    openSource: (reference, credential) => async () => ({
      text: `${values[reference.path]} for ${credential('vault_token')}${reference.key ?? ''}`,
    }),
  })
  const storedProviders = createStoredProviders({
    replica,
    references,
    sealing,
    gateway,
    catalog,
    clock,
    tell: (_level, message) => void faults.push(message),
  })
  const script = Array.from({ length: 9 }, () => ({ status: 200, body: completion('Hello') }))
  const here = createHarness({ manifest, storedProviders, script })
  const ask = async (model: string, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await here.call({
      headers,
      body: { model, messages: [{ role: 'user', content: 'Hi' }] },
    })
    const sent = here.upstream.sent.at(-1)
    return {
      status: reply.status,
      json: reply.json,
      sentKey: headerValue(sent?.headers ?? [], 'authorization'),
      origin: sent?.origin,
    }
  }
  return { ask, references, faults, sent: here.upstream.sent }
}

describe('an integration', () => {
  test('is created with a sealed key that is never read back, and serves calls as @slug', async () => {
    const here = await start()
    const created = await here.send('POST', '/integrations', OPENAI)
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
    expect(await ask('@openai/gpt-4o')).toMatchObject({
      status: 200,
      sentKey: 'Bearer sk-live-0123456789abcdef',
    })
    expect(await ask('gpt-4o', { 'x-gateway-provider': '@openai' })).toMatchObject({ status: 200 })
    expect(await ask('gpt-4o', { 'x-gateway-virtual-key': 'openai' })).toMatchObject({ status: 200 })
    expect(await ask('gpt-4o', { 'x-gateway-config': '{"provider":"@openai"}' })).toMatchObject({
      status: 200,
    })
    expect(await ask('gpt-4o', { 'x-gateway-provider': '@opneai' })).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('No provider with the slug "@opneai"') } },
    })
  })

  test('with a new key is used with it by the next call', async () => {
    const here = await start()
    await here.send('POST', '/integrations', OPENAI)
    const { ask } = gatewayOf(here, {})
    await ask('@openai/gpt-4o')
    const updated = await here.send('PUT', '/integrations/openai', { key: 'sk-next-0123456789abcdef' })
    expect(updated.status).toBe(200)
    expect(await ask('@openai/gpt-4o')).toMatchObject({ sentKey: 'Bearer sk-next-0123456789abcdef' })
    // What is not sent stays.
    await here.send('PUT', '/integrations/openai', { name: 'Renamed' })
    expect(await ask('@openai/gpt-4o')).toMatchObject({ sentKey: 'Bearer sk-next-0123456789abcdef' })
    expect((await here.send('DELETE', '/integrations/openai')).status).toBe(200)
    expect((await ask('@openai/gpt-4o')).status).not.toBe(200)
  })

  test('sends its key to the host that it was bound to, and to no other', async () => {
    const here = await start()
    await here.send('POST', '/integrations', OPENAI)
    const { ask, sent } = gatewayOf(here, {})
    const elsewhere = await ask('@openai/gpt-4o', { 'x-gateway-custom-host': 'https://elsewhere.example/v1' })
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
    const answer = await send('POST', '/integrations', body)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    })
  })

  test("takes the nearest peer's names, and masks every secret among them", async () => {
    const here = await start()
    const answer = await here.send('POST', '/integrations', {
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
    expect(await without.send('POST', '/integrations', OPENAI)).toMatchObject({
      status: 501,
      body: {
        error: {
          code: 'encryption_key_required',
          message: expect.stringContaining('PORTOLAN_ENCRYPTION_KEY'),
        },
      },
    })
    expect(await stored(without)).not.toContain('sk-live')
    await without.close()
    const { send } = await start({}, { encryptionKey: KEY, store: 'none' })
    expect(await send('POST', '/integrations', OPENAI)).toMatchObject({
      status: 501,
      body: { error: { code: 'store_required' } },
    })
    expect((await send('GET', '/integrations')).body).toMatchObject({ total: 0 })
  })

  test('that was sealed with another key is 503, and the log says why', async () => {
    const here = await start()
    await here.send('POST', '/integrations', OPENAI)
    const { sealing: _sealing, ...context } = here.context
    const { ask, faults } = gatewayOf({ ...here, context }, {})
    expect(await ask('@openai/gpt-4o')).toMatchObject({
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

describe('workspaces', () => {
  const SCOPES = ['workspace_integrations.*', 'providers.*', 'inference'].flatMap(name =>
    name.endsWith('.*')
      ? ['create', 'read', 'update', 'delete', 'list'].map(verb => name.replace('*', verb))
      : [name],
  )
  const manifest = { api_keys: [key('a', 'research', SCOPES), key('b', 'shop', SCOPES)] }

  test('have integrations of their own, which others neither see nor call', async () => {
    const here = await start(manifest)
    const created = await here.send('POST', '/integrations', OPENAI, { key: 'key a' })
    expect(created.status).toBe(200)
    expect(created.body.workspace_id).toBe(
      (await here.send('GET', '/integrations', undefined, { key: 'key a' })).body.data[0].workspace_id,
    )
    expect(await here.send('GET', '/integrations/openai', undefined, { key: 'key b' })).toMatchObject({
      status: 404,
    })
    expect((await here.send('GET', '/providers', undefined, { key: 'key b' })).body.total).toBe(0)
    const { ask } = gatewayOf(here, manifest)
    expect(await ask('@openai/gpt-4o', { 'x-gateway-api-key': 'key a' })).toMatchObject({ status: 200 })
    expect(await ask('x', { 'x-gateway-api-key': 'key b', 'x-gateway-provider': '@openai' })).toMatchObject({
      status: 400,
    })
    expect(
      await here.send('POST', '/providers', { name: 'mine', integration_id: 'openai' }, { key: 'key b' }),
    ).toMatchObject({ status: 400 })
  })

  test('are given access to integrations of the organisation, and lose it within a look', async () => {
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'research' })
    await here.send('POST', '/integrations', { ...OPENAI, create_default_provider: false })
    expect((await here.send('GET', '/providers')).body.total).toBe(0)
    expect(
      await here.send('POST', '/providers', {
        name: 'Lab',
        integration_id: 'openai',
        workspace_id: 'research',
      }),
    ).toMatchObject({
      status: 400,
    })
    const put = await here.send('PUT', '/integrations/openai/workspaces', {
      workspaces: [
        { id: 'research', enabled: true },
        { id: 'default', enabled: false },
      ],
    })
    expect(put.body).toMatchObject({
      global_workspace_access: { enabled: false },
      workspaces: [
        { slug: 'default', enabled: false },
        { slug: 'research', enabled: true },
      ],
    })
    const lab = await here.send('POST', '/providers', {
      name: 'Lab',
      integration_id: 'openai',
      workspace_id: 'research',
      expires_at: '2026-12-01T00:00:00Z',
    })
    expect(lab).toMatchObject({
      status: 200,
      body: { slug: 'lab', status: 'active', integration_id: 'openai' },
    })
    const research = { api_keys: [key('a', 'research', ['inference'])] }
    const { ask } = gatewayOf(here, research)
    const asResearch = { 'x-gateway-api-key': 'key a', 'x-gateway-provider': '@lab' }
    expect(await ask('gpt-4o', asResearch)).toMatchObject({ status: 200 })
    await here.clock.advance(9 * 24 * 3600 * 1000)
    expect(await ask('gpt-4o', asResearch)).toMatchObject({ status: 403 })
    expect((await here.send('GET', '/providers/lab')).body.status).toBe('expired')
    await here.send('PUT', '/providers/lab', { expires_at: null })
    expect(await ask('gpt-4o', asResearch)).toMatchObject({ status: 200 })
    await here.send('PUT', '/integrations/openai/workspaces', {
      workspaces: [],
      override_existing_workspace_access: true,
    })
    expect(await ask('gpt-4o', asResearch)).toMatchObject({ status: 400 })
    expect(await here.send('DELETE', '/integrations/openai')).toMatchObject({ status: 409 })
    expect((await here.send('DELETE', '/providers/lab')).status).toBe(200)
    expect((await here.send('DELETE', '/integrations/openai')).status).toBe(200)
  })
})

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
    expect(await here.send('POST', '/integrations', { ...OPENAI, slug: 'main' })).toMatchObject({
      status: 409,
    })
    await here.send('POST', '/integrations', OPENAI)
    expect(await here.send('PUT', '/providers/openai', { name: 'x' })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('is the default of the integration "openai"') } },
    })
  })
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
  await here.send('POST', '/integrations', OPENAI)
  await here.send('POST', '/workspaces', { name: 'shop' })
  await here.send('POST', '/integrations', { ...OPENAI, slug: 'theirs', workspace_id: 'shop' })
  await here.send('POST', '/integrations', {
    name: 'mapped',
    ai_provider_id: 'openai',
    secret_mappings: [mapping],
  })
  const next = Buffer.from('n'.repeat(32)).toString('base64')
  const { ring, cipher } = sealingOf(`${next},${KEY}`)
  expect(await rotateSecrets(store, ring, cipher)).toEqual({ rotated: 3, current: 0, faults: [] })
  await here.context.replica?.look()
  const context = { ...here.context, sealing: sealingOf(next) }
  const { ask, references } = gatewayOf({ ...here, context }, {}, { 'secret/openai': 'sk-vault' })
  await references.loaded()
  expect(await ask('@openai/gpt-4o')).toMatchObject({ status: 200, sentKey: `Bearer ${OPENAI.key}` })
  expect(await ask('@mapped/gpt-4o')).toMatchObject({ status: 200, sentKey: 'Bearer sk-vault for hvs.0123' })
  references.stop()
})

describe('a saved config', () => {
  const save = async (here: ControlHarness, config: JsonObject) => {
    const answer = await here.send('POST', '/configs', { name: 'chat', config })
    return answer.body.error?.diagnostics?.map((each: { code: string }) => each.code) ?? answer.status
  }

  test('names providers of the store that its workspace has, and no others', async () => {
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'shop' })
    await here.send('POST', '/integrations', OPENAI)
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
    expect(await named('shop')).toEqual(['secret-not-allowed'])
    expect(await named('none')).toEqual(['unknown-secret-reference'])
    expect(await save(here, { provider: 'openai', api_key: '${env:A}' })).toEqual([
      'secret-reference-in-request',
    ])
    expect(await named('bound')).toBe(200)
  })
})

describe('virtual keys', () => {
  test('are made with their credential, serve calls of their workspace, and are read with last_reset_at', async () => {
    const here = await start({ providers: { main: { provider: 'mock' } } })
    const created = await here.send('POST', '/virtual-keys', {
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
    expect(await ask('gpt-4o', { 'x-gateway-virtual-key': 'team-key' })).toMatchObject({
      status: 200,
      sentKey: 'Bearer sk-live-0123456789abcdef',
    })
    await here.send('PUT', '/virtual-keys/team-key', { key: 'sk-next-0123456789abcdef' })
    expect(await ask('gpt-4o', { 'x-gateway-virtual-key': 'team-key' })).toMatchObject({
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
    expect((await ask('gpt-4o', { 'x-gateway-virtual-key': 'team-key' })).status).toBe(400)
  })
})

describe('secret references', () => {
  const VAULT = {
    name: 'OpenAI key',
    slug: 'openai-key',
    manager_type: 'hashicorp_vault',
    auth_config: {
      vault_addr: 'https://vault.example',
      vault_auth_type: 'token',
      vault_token: 'hvs.0123456789abcdef',
    },
    secret_path: 'secret/openai',
    secret_key: 'api_key',
  }

  test('are created with sealed authentication, read masked, updated and deleted', async () => {
    const here = await start()
    const created = await here.send('POST', '/secret-references', { ...VAULT, tags: { team: 'a' } })
    expect(created).toMatchObject({
      status: 200,
      body: {
        slug: 'openai-key',
        auth_config: { vault_addr: 'https://vault.example', vault_token: '****cdef' },
        allow_all_workspaces: true,
        allowed_workspaces: null,
        max_age: 300,
        max_stale: 3600,
        tags: { team: 'a' },
        owner: 'api',
      },
    })
    expect(await stored(here)).not.toContain('hvs.')
    const updated = await here.send('PUT', '/secret-references/openai-key', {
      secret_path: 'secret/next',
      max_age: 60,
    })
    expect(updated.body).toMatchObject({
      secret_path: 'secret/next',
      max_age: 60,
      auth_config: { vault_token: '****cdef' },
    })
    // A token goes only to the address that it was stored for.
    expect(
      await here.send('PUT', '/secret-references/openai-key', {
        auth_config: { vault_addr: 'https://elsewhere.example', vault_auth_type: 'token' },
      }),
    ).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('needs "vault_token"') } },
    })
    expect((await here.send('DELETE', '/secret-references/openai-key')).status).toBe(200)
    expect((await here.send('GET', '/secret-references/openai-key')).status).toBe(404)
    const audit = JSON.stringify(
      (await here.send('GET', '/audit-logs?start_time=2026-01-01T00:00:00Z&end_time=2027-01-01T00:00:00Z'))
        .body,
    )
    expect(audit).toContain('secret-reference')
    expect(audit).not.toContain('hvs.')
  })

  test.each([
    ['of variables', { ...VAULT, manager_type: 'env' }],
    [
      'with an identity of the machine',
      { ...VAULT, auth_config: { ...VAULT.auth_config, vault_auth_type: 'kubernetes' } },
    ],
    [
      'with a file of the machine',
      { ...VAULT, auth_config: { ...VAULT.auth_config, vault_jwt_path: '/etc/passwd' } },
    ],
    [
      'with a reference',
      { ...VAULT, auth_config: { ...VAULT.auth_config, vault_token: '${env:VAULT_TOKEN}' } },
    ],
    [
      'in a private network',
      { ...VAULT, auth_config: { ...VAULT.auth_config, vault_addr: 'http://10.0.0.5:8200' } },
    ],
    [
      'that is incomplete',
      { ...VAULT, auth_config: { vault_addr: 'https://vault.example', vault_auth_type: 'token' } },
    ],
    ['that contradicts itself', { ...VAULT, allow_all_workspaces: true, allowed_workspaces: ['default'] }],
    ['for nobody', { ...VAULT, allow_all_workspaces: false }],
    ['with an empty list', { ...VAULT, allowed_workspaces: [] }],
    ['of a workspace that does not exist', { ...VAULT, allowed_workspaces: ['none'] }],
    ['with a path too long', { ...VAULT, secret_path: 'a'.repeat(1025) }],
  ])('%s are refused', async (_title, body) => {
    const { send } = await start()
    expect((await send('POST', '/secret-references', body)).status).toBe(400)
  })

  test('fill fields of integrations, for the workspaces that their owner allows', async () => {
    const manifest = {
      api_keys: ['a', 'b'].map(id => key(id, id === 'a' ? 'research' : 'shop', ['inference'])),
    }
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'research' })
    await here.send('POST', '/secret-references', { ...VAULT, allowed_workspaces: ['research'] })
    const mapped = await here.send('POST', '/integrations', {
      name: 'Mapped',
      ai_provider_id: 'openai',
      secret_mappings: [
        {
          target_field: 'key',
          secret_reference_id: 'openai-key',
          secret_key: 'other',
          value_format: 'string',
        },
      ],
    })
    expect(mapped).toMatchObject({
      status: 200,
      body: { masked_key: null, secret_mappings: [{ secret_reference_id: 'openai-key' }] },
    })
    await here.send('PUT', '/integrations/mapped/workspaces', { global_workspace_access: { enabled: true } })
    const { ask, references } = gatewayOf(here, manifest, { 'secret/openai': 'sk-vault' })
    await references.loaded()
    const as = (id: string) =>
      ask('gpt-4o', { 'x-gateway-api-key': `key ${id}`, 'x-gateway-provider': '@mapped' })
    expect(await as('a')).toMatchObject({
      status: 200,
      sentKey: 'Bearer sk-vault for hvs.0123456789abcdefother',
    })
    expect(await as('b')).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } })
    expect(await here.send('DELETE', '/secret-references/openai-key')).toMatchObject({ status: 409 })
    references.stop()
  })

  test('are mapped by a workspace only where their owner has said to which hosts they go', async () => {
    const scopes = ['workspace_integrations.create', 'workspace_integrations.update']
    const here = await start({
      api_keys: [key('a', 'research', scopes)],
      secret_references: {
        free: { manager_type: 'env', secret_path: 'A' },
        bound: { manager_type: 'env', secret_path: 'A', allowed_hosts: ['api.openai.com'] },
        other: {
          manager_type: 'env',
          secret_path: 'A',
          allowed_hosts: ['api.openai.com'],
          allowed_workspaces: ['shop'],
        },
      },
    })
    const map = (secret_reference_id: string, more: object = {}) =>
      here.send(
        'POST',
        '/integrations',
        {
          name: `of ${secret_reference_id}`,
          ai_provider_id: 'openai',
          secret_mappings: [{ target_field: 'key', secret_reference_id }],
          ...more,
        },
        { key: 'key a' },
      )
    const elsewhere = { configurations: { custom_host: 'https://elsewhere.example/v1' } }
    expect((await map('free')).body.error.message).toContain('has no allowed_hosts')
    expect((await map('other')).body.error.message).toContain('may not use the secret reference "other"')
    expect((await map('bound', elsewhere)).body.error.message).toContain(
      'may not be sent to https://elsewhere.example',
    )
    expect((await map('bound')).status).toBe(200)
    expect(await here.send('PUT', '/integrations/of-bound', elsewhere, { key: 'key a' })).toMatchObject({
      status: 400,
    })
  })

  test('of the manifest are read without their secrets, and changed in git alone', async () => {
    const here = await start({
      secret_references: {
        own: { manager_type: 'env', secret_path: 'OPENAI_KEY', allowed_workspaces: ['research'] },
      },
    })
    expect((await here.send('GET', '/secret-references/own')).body).toMatchObject({
      slug: 'own',
      owner: 'git',
      manager_type: 'env',
      allowed_workspaces: ['research'],
    })
    expect(await here.send('PUT', '/secret-references/own', { name: 'x' })).toMatchObject({
      status: 409,
      body: { error: { code: 'owned_by_git' } },
    })
    expect(await here.send('POST', '/secret-references', { ...VAULT, slug: 'own' })).toMatchObject({
      status: 409,
    })
  })
})
