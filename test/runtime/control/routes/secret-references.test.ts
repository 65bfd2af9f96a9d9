// Secret references by API: who may use them, where they go, and what calls read of them.
import { describe, expect, test } from 'vitest'
import { manifestKey } from '../../../support/control-harness.ts'
import { gatewayOf, start, stored } from './stored-credentials.ts'

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
    ['with a path too long', { ...VAULT, secret_path: 'a'.repeat(1025) }],
  ])('%s are refused', async (_title, body) => {
    const { send } = await start()
    expect((await send('POST', '/secret-references', body)).status).toBe(400)
  })

  test('of a workspace that does not exist are 404', async () => {
    const { send } = await start()
    const body = { ...VAULT, allowed_workspaces: ['none'] }
    expect((await send('POST', '/secret-references', body)).status).toBe(404)
  })

  test('fill fields of integrations, for the workspaces that their owner allows', async () => {
    const manifest = {
      api_keys: ['a', 'b'].map(id => manifestKey(id, id === 'a' ? 'research' : 'shop', ['inference'])),
    }
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'research' })
    await here.send('POST', '/secret-references', { ...VAULT, allowed_workspaces: ['research'] })
    const mapped = await here.send('POST', '/integrations', {
      workspace_id: null,
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
      ask('gpt-6-sol', { 'x-gateway-api-key': `key ${id}`, 'x-gateway-provider': '@mapped' })
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
      api_keys: [manifestKey('a', 'research', scopes)],
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
    expect((await map('other')).body.error.message).toContain(
      'There is no secret reference "other" that the workspace "research" may use.',
    )
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
