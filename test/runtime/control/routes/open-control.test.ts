// Who may read and change saved resources where the gateway needs no key, and in which form they are sent.
import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../../../runtime/control/access/keys/create-owner-key.ts'
import { linkKeyDigest } from '../../../../runtime/control/access/keys/key-secret.ts'
import { RawJson, sha256, startControl } from '../../../support/control-harness.ts'

describe('Saved resources of a gateway that needs no key', () => {
  it('are open until it has an owner, and closed from then on', async () => {
    const harness = await startControl()
    expect((await harness.send('GET', '/workspaces')).status).toBe(200)
    const { store } = harness.context
    if (store === undefined) throw new Error('There is no store.')
    const ports = {
      clock: harness.clock,
      randomId: () => '7'.repeat(32),
      hash: sha256,
      keyedHash: () => new Uint8Array(),
    }
    const key = String(await createOwnerKey({ store, ports, digest: linkKeyDigest(ports, undefined) }))
    await harness.context.replica?.look()
    const closed = await harness.send('POST', '/workspaces', { name: 'x' })
    expect([closed.status, closed.body.error.code]).toEqual([401, 'missing_api_key'])
    expect((await harness.send('POST', '/workspaces', { name: 'x' }, { key })).status).toBe(200)
  })

  it('are closed where the environment has a key of the administrator', async () => {
    const { send } = await startControl({}, { adminKey: 'ptl_administrator' })
    expect((await send('GET', '/workspaces')).status).toBe(401)
    expect((await send('GET', '/workspaces', undefined, { key: 'ptl_administrator' })).status).toBe(200)
  })
})

describe('Bodies of the control plane', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain;x=json'])(
    'are not %s',
    async type => {
      const { send } = await startControl()
      const { status, body } = await send(
        'POST',
        '/workspaces',
        { name: 'x' },
        { headers: ['content-type', type] },
      )
      expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  it('may be of a more precise JSON type', async () => {
    const { send } = await startControl()
    const headers = ['content-type', 'application/vnd.api+json; charset=utf-8']
    expect((await send('POST', '/workspaces', { name: 'x' }, { headers })).status).toBe(200)
  })
})

describe('A body that would lose something', () => {
  it('is refused where it names a property twice', async () => {
    const { send } = await startControl()
    const twice =
      '{"name":"dup","config":{"provider":"openai","override_params":{"model":"a"},"override_params":{"model":"b"}}}'
    const { status, body } = await send('POST', '/configs', new RawJson(twice))
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('override_params')])
  })

  it('is refused where a limit is beyond what is counted exactly', async () => {
    const { send } = await startControl()
    await send('POST', '/workspaces', { name: 'research' })
    for (const value of [1e30, 1_000_000_000_001]) {
      const { status } = await send('PUT', '/workspaces/research', {
        rate_limits: [{ type: 'tokens', unit: 'rpm', value }],
      })
      expect(status).toBe(400)
    }
  })

  it.each([
    ['a value', { name: 'a\0b' }, 'name', 'name has the character NUL (\\u0000): it cannot be stored.'],
    [
      'a value within',
      { name: 'a', defaults: { metadata: { team: ['x', '\ud800'] } } },
      'defaults.metadata.team',
      '',
    ],
    ['half of a pair', { name: 'a', description: 'x\udc00' }, 'description', 'an unpaired surrogate'],
    [
      'a name',
      { name: 'a', defaults: { metadata: { 'b\0': 'c' } } },
      'defaults.metadata',
      'The name of a property of',
    ],
  ])('is refused where %s is text that PostgreSQL cannot store', async (_, body, param, sentence) => {
    const { send } = await startControl()
    const answer = await send('POST', '/workspaces', body)
    expect([answer.status, answer.body.error.param]).toEqual([400, param])
    expect(answer.body.error.message).toContain(sentence)
    expect((await send('POST', '/workspaces', { name: 'a 😀 \u00e9' })).status).toBe(200)
  })

  it('is refused where a time is no day', async () => {
    const { send } = await startControl()
    const { status } = await send('POST', '/api-keys/organisation/service', {
      name: 'x',
      scopes: ['configs.read'],
      expires_at: '2027-02-31T00:00:00Z',
    })
    expect(status).toBe(400)
  })
})

describe('The key of an integration', () => {
  const encryptionKey = Buffer.alloc(32, 7).toString('base64')

  it('is no reference and no mask, and is not sent beside a mapping', async () => {
    const { send } = await startControl({}, { encryptionKey })
    const base = { name: 'oa', ai_provider_id: 'openai' }
    for (const key of ['${secret:vault}', 'x${env:KEY}', '****5678']) {
      const { status, body } = await send('POST', '/integrations', { workspace_id: 'default', ...base, key })
      expect([status, body.error?.param], key).toEqual([400, 'key'])
    }
    const made = await send('POST', '/integrations', {
      workspace_id: 'default',
      ...base,
      key: 'sk-real-0123456789',
    })
    expect(made.status).toBe(200)
    const { body: shown } = await send('GET', '/integrations/oa')
    expect((await send('PUT', '/integrations/oa', { key: shown.masked_key })).status).toBe(400)
    expect((await send('GET', '/integrations/oa')).body.masked_key).toBe(shown.masked_key)
  })
})

describe('A policy of another workspace than its condition', () => {
  it('is refused, as it would concern no call', async () => {
    const { send } = await startControl()
    await send('POST', '/workspaces', { name: 'research' })
    const policy = {
      type: 'requests',
      unit: 'rpm',
      value: 2,
      conditions: [{ key: 'workspace_id', value: 'research' }],
      group_by: [{ key: 'api_key' }],
    }
    const refused = await send('POST', '/policies/rate-limits', { workspace_id: 'default', ...policy })
    expect([refused.status, refused.body.error?.param]).toEqual([400, 'conditions'])
    expect(
      (await send('POST', '/policies/rate-limits', { ...policy, workspace_id: 'research' })).status,
    ).toBe(200)
  })
})
