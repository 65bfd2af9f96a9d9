// What a key may do, and why: scopes with what grants them, what calls reach, guardrails, and limits with their use.
import { describe, expect, it } from 'vitest'
import { manifestKey, startControl } from '../../../../support/control-harness.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`

const MANIFEST = {
  providers: {
    main: { provider: 'openai', api_key: '${env:KEY}' },
    spare: { provider: 'anthropic', api_key: '${env:KEY}' },
    pooled: {
      pool: {
        members: {
          first: { provider: 'openai', api_key: '${env:KEY}' },
          second: { provider: 'openai', api_key: '${env:KEY}' },
        },
      },
    },
  },
  guardrails: {
    short: { checks: [{ id: 'default.wordCount', parameters: { maxWords: 5 } }] },
    clean: { checks: [{ id: 'default.regexMatch', parameters: { rule: 'x' } }] },
  },
  input_guardrails: ['short'],
  policies: {
    rate_limits: [
      {
        name: 'team rate',
        conditions: [{ key: 'workspace_id', value: 'team' }],
        type: 'requests',
        unit: 'rpm',
        value: 10,
      },
      {
        name: 'sales rate',
        conditions: [{ key: 'workspace_id', value: 'sales' }],
        type: 'requests',
        unit: 'rpm',
        value: 10,
      },
    ],
    usage_limits: [
      { name: 'by user', group_by: [{ key: 'metadata._user' }], type: 'tokens', credit_limit: 100 },
      {
        name: 'of one model',
        conditions: [{ key: 'model', value: 'gpt-5' }],
        type: 'requests',
        credit_limit: 5,
      },
    ],
  },
  api_keys: [
    {
      ...manifestKey('app', 'team', ['inference', 'configs.read']),
      defaults: { config: 'chat' },
      allow_config_override: false,
      input_guardrails: ['clean'],
    },
    manifestKey('reader', 'team', ['workspace_service_api_keys.read', 'workspace_service_api_keys.list']),
    manifestKey('other', 'sales', ['workspace_service_api_keys.read']),
  ],
}

async function start() {
  const harness = await startControl(MANIFEST, {
    adminKey: ADMIN,
    configs: { chat: { provider: '@main' } },
  })
  const as = (key: string) => (method: string, path: string, body?: object) =>
    harness.send(method, path, body as never, { key })
  const admin = as(ADMIN)
  const keys = await admin('GET', '/api-keys')
  const idOf = (name: string): string =>
    keys.body.data.find((each: { name: string }) => each.name === name).id
  return { ...harness, as, admin, idOf }
}

describe('GET /api-keys/{id}/policy', () => {
  it('shows why a key of git may call what', async () => {
    const { as, idOf } = await start()
    const { status, body } = await as('key reader')('GET', `/api-keys/${idOf('app')}/policy`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ status: 'active', calls: true, faults: [], config: 'chat', forced: true },
      subject: { type: 'key', name: 'app', owner: 'git', workspaces: ['team'] },
      // A forced config leaves what it calls.
      providers: [{ slug: 'main', pool: false, provider: 'openai', owner: 'git' }],
      guardrails: [
        { id: 'short', hook: 'request', source: 'the manifest' },
        { id: 'clean', hook: 'request', source: 'the key' },
      ],
    })
    const because = Object.fromEntries(
      body.scopes.map((each: { scope: string; because: string }) => [each.scope, each.because]),
    )
    expect(because).toMatchObject({
      inference: 'the key',
      'configs.read': 'the key',
      'prompts.render': 'inference, which includes it (the key)',
    })
    expect(body.rules[0]).toEqual({
      name: 'config',
      text: 'Calls use the config chat, and may name no other.',
      source: 'the key',
    })
    expect(body.restrictions).toEqual(['allow_config_override: false', 'its guardrails'])
  })

  it('lists the limits that count its calls, with what else they depend on', async () => {
    const { as, idOf } = await start()
    const { body } = await as('key reader')('GET', `/api-keys/${idOf('app')}/policy`)
    expect(body.limits).toMatchObject([
      { name: 'of one model', type: 'requests', limit: 5, used: 0, conditions: ['model is gpt-5'] },
      {
        ...{ name: 'team rate', kind: 'rate', limit: 10, period: 'in a minute', used: 0, exhausted: false },
        ...{ source: 'a policy of the manifest', owner: 'git', resets_at: null },
      },
      { name: 'by user', used: null, counted_apart: ['metadata._user'] },
    ])
  })

  it('shows a key of the API with its budget, and why it may not call', async () => {
    const { admin } = await start()
    const made = await admin('POST', '/api-keys/workspace/service', {
      ...{ name: 'agent', workspace_id: 'team', scopes: ['inference'] },
      usage_limits: { type: 'cost', credit_limit: 2, periodic_reset: 'monthly' },
      rate_limits: [{ type: 'requests', unit: 'rpm', value: 3 }],
    })
    const path = `/api-keys/${made.body.id}`
    const { body } = await admin('GET', `${path}/policy`)
    expect(body.limits.slice(0, 3)).toMatchObject([
      { name: 'agent', kind: 'rate', limit: 3, source: 'the key', owner: 'api' },
      { name: 'agent', kind: 'usage', type: 'cost', limit: 2, resets_at: '2026-12-01T00:00:00.000Z' },
      { name: 'of one model' },
    ])
    expect(body.providers.map(({ slug }: { slug: string }) => slug)).toEqual(['main', 'spare', 'pooled'])
    await admin('PUT', path, { status: 'disabled' })
    expect((await admin('GET', `${path}/policy`)).body).toMatchObject({
      ...{ status: 'disabled', calls: false, faults: ['It is disabled.'] },
    })
  })

  it('withholds what the role of its person does not have', async () => {
    const { admin } = await start()
    const person = await admin('POST', '/organisation/users', { email: 'ann@example.com' })
    await admin('POST', '/workspaces/team/users', { users: [{ id: person.body.id, role: 'member' }] })
    const made = await admin('POST', '/api-keys/workspace/user', {
      ...{ name: 'hers', workspace_id: 'team', user_id: person.body.id },
      scopes: ['inference', 'configs.create'],
    })
    expect(made.status).toBe(200)
    const { body } = await admin('GET', `/api-keys/${made.body.id}/policy`)
    const granted = Object.fromEntries(
      body.scopes.map((each: { scope: string; granted: boolean }) => [each.scope, each.granted]),
    )
    expect(granted).toMatchObject({ inference: true, 'configs.create': false })
    expect(body.subject.user_id).toBe(person.body.id)
    await admin('DELETE', `/workspaces/team/users/${person.body.id}`)
    expect((await admin('GET', `/api-keys/${made.body.id}/policy`)).status).toBe(404)
  })

  it('does not exist for callers of another workspace', async () => {
    const { as, idOf } = await start()
    expect((await as('key other')('GET', `/api-keys/${idOf('app')}/policy`)).status).toBe(404)
  })
})

describe('GET /api-keys/self/policy', () => {
  it('is of the caller, whatever its scopes', async () => {
    const { as, admin } = await start()
    expect((await as('key app')('GET', '/api-keys/self/policy')).body.subject.name).toBe('app')
    expect((await admin('GET', '/api-keys/self/policy')).body).toMatchObject({
      ...{ calls: false, subject: { type: 'administrator' } },
      scopes: [{ scope: '*', granted: true }],
    })
  })
})
