// Agent integrations by API: what is stored and shown of them, who has access, and what the audit log says.
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { rotateSecrets } from '../../../../../runtime/control/core/sealing/rotate-secrets.ts'
import { SEALED_KINDS } from '../../../../../runtime/control/kinds.ts'
import type { Json } from '../../../../../schemas/values/json.ts'
import {
  type ControlHarness,
  manifestKey,
  sealingOf,
  startControl,
} from '../../../../support/control-harness.ts'

const CARD = 'https://agents.example.com/.well-known/agent-card.json'
const ECHO = { name: 'Echo', card_url: CARD }
const SECRET = 'Bearer upstream-secret-0123'
const OPTIONS = { encryptionKey: Buffer.from('k'.repeat(32)).toString('base64') }
const MANIFEST = { public_url: 'https://gateway.example.com' }

const start = (manifest: object = {}, options: Parameters<typeof startControl>[1] = OPTIONS) =>
  startControl({ ...MANIFEST, ...manifest }, options)

const stored = async ({ context }: ControlHarness): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ['agent_integration', 'agent_server', 'audit'].map(kind => context.store?.list(kind, { limit: 100 })),
    ),
  )

const signingKey = async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return await exportJWK(privateKey)
}

const audited = async ({ send }: ControlHarness) =>
  (await send('GET', '/audit-logs?start_time=2020-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z')).body
    .records

it('is made, read, changed and deleted, with an entry of the audit log for each', async () => {
  const here = await start()
  const created = await here.send('POST', '/agent-integrations', {
    workspace_id: null,
    ...ECHO,
    description: 'Repeats.',
  })
  expect(created).toMatchObject({
    status: 200,
    body: {
      slug: 'echo',
      description: 'Repeats.',
      card_url: CARD,
      interfaces: null,
      versions: null,
      headers: {},
      timeout: 300_000,
      webhook_hosts: null,
      card: { signing_key: null, signatures: 'refuse', trusted_keys: null },
      workspace_id: null,
      owner: 'api',
      object: 'agent-integration',
    },
  })
  const { id } = created.body
  expect((await here.send('GET', `/agent-integrations/${id}`)).body).toEqual(created.body)
  expect((await here.send('GET', '/agent-integrations')).body).toMatchObject({ total: 1, data: [{ id }] })
  const interfaces = [{ url: 'https://agents.example.com/rpc' }]
  const changed = await here.send('PUT', '/agent-integrations/echo', {
    name: 'Parrot',
    interfaces,
    versions: ['1.0'],
    timeout: 5000,
    webhook_hosts: ['hooks.example.com'],
    card: { signatures: 'drop' },
  })
  expect(changed.body).toMatchObject({
    name: 'Parrot',
    interfaces: [{ url: 'https://agents.example.com/rpc', binding: 'JSONRPC', version: '1.0' }],
    versions: ['1.0'],
    timeout: 5000,
    webhook_hosts: ['hooks.example.com'],
    card: { signatures: 'drop' },
  })
  const kept = await here.send('PUT', '/agent-integrations/echo', { versions: null, card: {} })
  expect(kept.body).toMatchObject({ versions: null, timeout: 5000, card: { signatures: 'drop' } })
  await here.send('PUT', '/agent-integrations/echo', {
    interfaces: null,
    webhook_hosts: null,
    card: { signatures: null },
  })
  expect((await here.send('GET', '/agent-integrations/echo')).body).toMatchObject({
    interfaces: null,
    webhook_hosts: null,
    card: { signatures: 'refuse' },
  })
  expect((await here.send('DELETE', '/agent-integrations/echo')).status).toBe(200)
  expect((await here.send('GET', '/agent-integrations/echo')).status).toBe(404)
  const entries: readonly { action: string; resource_type: string }[] = await audited(here)
  expect(entries.map(({ action, resource_type }) => `${action} ${resource_type}`).sort()).toEqual(
    ['create', 'delete', 'update', 'update', 'update'].map(action => `${action} agent_integration`),
  )
})

describe('secrets', () => {
  it('are sealed, masked for readers, and in no entry of the audit log', async () => {
    const here = await start()
    const key = await signingKey()
    const created = await here.send('POST', '/agent-integrations', {
      workspace_id: 'default',
      ...ECHO,
      headers: { Authorization: SECRET },
      card: { signing_key: { ...key } },
    })
    expect(created.body).toMatchObject({
      headers: { Authorization: '****0123' },
      card: { signing_key: '****', signatures: 'sign' },
    })
    const kept = await here.send('PUT', '/agent-integrations/echo', { name: 'Other' })
    expect(kept.body).toMatchObject({ headers: created.body.headers, card: created.body.card })
    const all = (await stored(here)) + JSON.stringify(await audited(here))
    for (const secret of [SECRET, key.d ?? '']) expect(all).not.toContain(secret)
    const without = await here.send('PUT', '/agent-integrations/echo', {
      headers: {},
      card: { signing_key: null },
    })
    expect(without.body).toMatchObject({ headers: {}, card: { signing_key: null, signatures: 'refuse' } })
  })

  it('are sealed again when the key of the store is rotated', async () => {
    const here = await start()
    await here.send('POST', '/agent-integrations', {
      workspace_id: 'default',
      ...ECHO,
      headers: { authorization: SECRET, 'x-other': SECRET },
      card: { signing_key: { ...(await signingKey()) } },
    })
    const { store } = here.context
    const { ring, cipher } = sealingOf(
      `${Buffer.from('n'.repeat(32)).toString('base64')},${OPTIONS.encryptionKey}`,
    )
    expect(store && (await rotateSecrets(store, ring, cipher, SEALED_KINDS))).toEqual({
      rotated: 3,
      current: 0,
      faults: [],
    })
  })

  it('are not stored without an encryption key', async () => {
    const here = await start({}, {})
    const refused = await here.send('POST', '/agent-integrations', {
      workspace_id: 'default',
      ...ECHO,
      headers: { 'x-key': SECRET },
    })
    expect([refused.status, refused.body.error.code]).toEqual([501, 'encryption_key_required'])
    expect(
      (await here.send('POST', '/agent-integrations', { workspace_id: 'default', ...ECHO })).status,
    ).toBe(200)
  })

  it('of headers stay at their hosts', async () => {
    const here = await start()
    await here.send('POST', '/agent-integrations', {
      workspace_id: 'default',
      ...ECHO,
      headers: { authorization: SECRET },
    })
    const put = (body: Json) => here.send('PUT', '/agent-integrations/echo', body)
    for (const moved of [
      { card_url: 'https://elsewhere.example.com/card.json' },
      { interfaces: [{ url: 'https://elsewhere.example.com/rpc' }] },
    ]) {
      const refused = await put(moved)
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringMatching(/bound to their hosts/),
      ])
      expect((await put({ ...moved, headers: { authorization: SECRET } })).status).toBe(200)
      await put({ card_url: CARD, interfaces: null, headers: { authorization: SECRET } })
    }
    expect((await put({ card_url: 'https://agents.example.com/other.json' })).status).toBe(200)
  })

  it('that sign may be those of a saved reference, which then stays', async () => {
    const here = await start(
      {
        secret_references: {
          fixed: {
            manager_type: 'hashicorp_vault',
            auth_config: {
              vault_addr: 'https://vault.example.com',
              vault_auth_type: 'token',
              vault_token: '${env:T}',
            },
            secret_path: 'secret/data/key',
          },
        },
        api_keys: [
          manifestKey('root', 'default', []),
          manifestKey(
            'lab',
            'default',
            ['create', 'update'].map(verb => `workspace_agent_integrations.${verb}`),
          ),
        ],
      },
      { ...OPTIONS, adminKey: ADMIN },
    )
    const send = (method: string, path: string, body?: Json, key = ADMIN) =>
      here.send(method, path, body, { key })
    const reference = {
      name: 'card-key',
      manager_type: 'hashicorp_vault',
      auth_config: {
        vault_addr: 'https://vault.example.com',
        vault_auth_type: 'token',
        vault_token: 'token-0123456789abcdef',
      },
      secret_path: 'secret/data/card',
    }
    expect((await send('POST', '/secret-references', reference)).status).toBe(200)
    const of = (signing_key: string) => ({ ...ECHO, card: { signing_key } })
    const saved = await send('POST', '/agent-integrations', {
      workspace_id: 'default',
      ...of('${secret:card-key}'),
    })
    expect(saved.body.card).toMatchObject({ signing_key: '${secret:card-key}', signatures: 'sign' })
    const used = await send('DELETE', '/secret-references/card-key')
    expect([used.status, used.body.error.message]).toEqual([
      409,
      'The secret reference "card-key" is used by the agent integration "echo".',
    ])
    for (const [text, key, reason] of [
      ['${secret:absent}', ADMIN, /there is no "absent"/],
      ['${secret:fixed}', ADMIN, /only agents of the manifest may use/],
      ['${env:CARD_KEY}', ADMIN, /something else than a secret reference/],
      ['${secret:card-key}', 'key lab', /only the organisation may choose/],
    ] as const) {
      const refused = await send(
        'POST',
        '/agent-integrations',
        { workspace_id: 'default', ...of(text), name: 'Two' },
        key,
      )
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(reason)])
    }
  })
})

const ADMIN = `ptl_${'a'.repeat(43)}`

describe('workspaces', () => {
  it('are given access, and the audit log says to what', async () => {
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'lab' })
    await here.send('POST', '/agent-integrations', { workspace_id: null, ...ECHO })
    const path = '/agent-integrations/echo/workspaces'
    expect((await here.send('GET', path)).body.workspaces).toEqual([])
    await here.send('PUT', path, { workspaces: [{ id: 'default', enabled: true }] })
    const before = await here.send('GET', path)
    expect(before.body).toMatchObject({
      global_workspace_access: { enabled: false },
      workspaces: [{ slug: 'default', enabled: true }],
    })
    const given = await here.send('PUT', path, {
      workspaces: [{ id: 'lab', enabled: true }],
      override_existing_workspace_access: true,
    })
    expect(given.body.workspaces).toMatchObject([{ slug: 'lab', enabled: true }])
    const entries: readonly object[] = await audited(here)
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'update',
        resource_type: 'agent_integration',
        before: expect.objectContaining({ access: { default: true } }),
        after: expect.objectContaining({ access: { lab: true }, global_access: false }),
      }),
    )
    const unknown = await here.send('PUT', path, { workspaces: [{ id: 'none', enabled: true }] })
    expect(unknown.status).toBe(404)
  })

  it('have integrations of their own, which others do not see', async () => {
    const scopes = ['create', 'read', 'update', 'list'].map(verb => `workspace_agent_integrations.${verb}`)
    const here = await start({
      api_keys: [manifestKey('a', 'lab', scopes), manifestKey('b', 'shop', scopes)],
    })
    const made = await here.send('POST', '/agent-integrations', ECHO, { key: 'key a' })
    expect([made.status, made.body.workspace_id]).toEqual([200, expect.any(String)])
    for (const [method, path, body] of [
      ['GET', '/agent-integrations/echo', undefined],
      ['PUT', '/agent-integrations/echo', { name: 'x' }],
      ['POST', '/agent-integrations/echo/fetch-agent-card', undefined],
    ] as const)
      expect((await here.send(method, path, body, { key: 'key b' })).status).toBe(404)
    expect((await here.send('GET', '/agent-integrations', undefined, { key: 'key b' })).body.total).toBe(0)
    const access = await here.send('PUT', '/agent-integrations/echo/workspaces', {}, { key: 'key a' })
    expect(access.status).toBe(403)
  })
})
