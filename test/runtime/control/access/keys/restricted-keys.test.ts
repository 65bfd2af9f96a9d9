// A restricted key makes no keys, and changes nothing that loosens what restricts it: every route of the API against what it declares.
import { afterEach, describe, expect, test } from 'vitest'
import { controlRoutes } from '../../../../../schemas/generated/control-routes.ts'
import type { Json, JsonObject } from '../../../../../schemas/values/json.ts'
import { manifestKey } from '../../../../support/control-harness.ts'
import { create, LATER, rate, SCOPES } from './held-key.ts'
import { type Ask, openPeople, type People } from './people.ts'

let open: People | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

async function start(manifest: object = {}): Promise<People> {
  open = await openPeople('member', manifest)
  return open
}

/** The settings that restrict a key, and whether another config could lift that. */
const RESTRICTED: readonly (readonly [string, boolean, object])[] = [
  ['rate limits', false, { rate_limits: [rate(1)] }],
  ['a budget', false, { usage_limits: { type: 'cost', credit_limit: 1 } }],
  ['no inline configs', true, { defaults: { allow_inline_config: false } }],
  ['one config', true, { defaults: { allow_config_override: false, config_id: 'chat' } }],
  ['no custom hosts', true, { defaults: { allow_custom_hosts: false } }],
  ['an input guardrail', false, { defaults: { input_guardrails: ['words'] } }],
  ['an output guardrail', false, { defaults: { output_guardrails: ['words'] } }],
]
const GUARDED = { guardrails: { words: { 'default.contains': { words: ['x'] } } } }

const isRefused = ({ status, body }: Awaited<ReturnType<Ask>>): boolean =>
  status === 403 && /is restricted by/.test(String(body?.error?.message ?? body?.detail))

const writes = controlRoutes.filter(({ level }) => level === undefined)

describe.each(RESTRICTED)('a key with %s', (_title, isOfConfigs, settings) => {
  test('may use the routes that cannot loosen them, and no others', async () => {
    const people = await start(GUARDED)
    const { ask } = await create(people, settings)
    for (const { method, path, loosens, many, operation } of writes) {
      const at = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const body: Json | undefined = method === 'GET' || method === 'DELETE' ? undefined : many ? [{}] : {}
      const expected = loosens === 'all' || (loosens === 'configs' && isOfConfigs)
      expect([operation, isRefused(await ask(method, at, body))]).toEqual([operation, expected])
    }
  })

  test('makes and loosens no key, itself included, and may disable, limit and revoke', async () => {
    const people = await start(GUARDED)
    const [own, sibling] = [await create(people, settings), await create(people, settings)]
    for (const { id } of [own, sibling]) {
      const path = `/api-keys/${id}`
      for (const body of LOOSENING) expect(isRefused(await own.ask('PUT', path, body))).toBe(true)
    }
    expect(isRefused(await own.ask('POST', `/api-keys/${sibling.id}/rotate`, {}))).toBe(true)
    expect((await own.ask('PUT', `/api-keys/${sibling.id}`, { rate_limits: [rate(1)] })).status).toBe(200)
    expect((await own.ask('PUT', `/api-keys/${sibling.id}`, { status: 'disabled' })).status).toBe(200)
    expect(isRefused(await own.ask('PUT', `/api-keys/${sibling.id}`, { status: 'active' }))).toBe(true)
    expect((await own.ask('DELETE', `/api-keys/${sibling.id}`)).status).toBe(200)
    expect((await own.ask('POST', `/api-keys/${own.id}/rotate`, {})).status).toBe(200)
  })
})

/** Each loosens one of the restricted keys above, or widens what a key may do. */
const LOOSENING: readonly Json[] = [
  { rate_limits: [rate(2)], usage_limits: null, defaults: {} },
  { reset_usage: true },
  { scopes: [...SCOPES, 'mcp.invoke', 'logs.view'] },
]

test.each<readonly [string, JsonObject, JsonObject, boolean]>([
  ['admits what is not counted', {}, { uncounted: 'allow' }, true],
  ['refuses it', { uncounted: 'allow' }, {}, false],
  ['shares while the store is away', { on_store_away: 'refuse' }, {}, true],
  ['refuses meanwhile', {}, { on_store_away: 'refuse' }, false],
])('a rate that %s is judged so', async (_title, before, after, isLoosened) => {
  const people = await start()
  const { ask } = await create(people, { rate_limits: [rate(1)] })
  const other = await create(people, { rate_limits: [{ ...rate(1), ...before }] })
  const body = { rate_limits: [{ ...rate(1), ...after }] }
  expect(isRefused(await ask('PUT', `/api-keys/${other.id}`, body))).toBe(isLoosened)
})

describe('a key is restricted too', () => {
  test('by an active policy that names it', async () => {
    const people = await start()
    const { id, ask } = await create(people, {})
    const policy = { conditions: [{ key: 'api_key', value: id }], type: 'requests', unit: 'rpm', value: 1 }
    const made = await people.admin('POST', '/policies/rate-limits', { workspace_id: 'team', ...policy })
    const child = { name: 'child', workspace_id: 'team', scopes: [] }
    expect(isRefused(await ask('POST', '/api-keys/workspace/service', child))).toBe(true)
    expect(isRefused(await ask('DELETE', `/policies/rate-limits/${made.body.id}`))).toBe(true)
    await people.admin('DELETE', `/policies/rate-limits/${made.body.id}`)
    expect((await ask('POST', '/api-keys/workspace/service', child)).status).toBe(200)
  })

  test.each([
    ['rate_limits', { rate_limits: [rate(1)] }],
    ['inline_configs', { inline_configs: false }],
    ['agents', { agents: [] }],
  ])('by %s in the manifest', async (_title, settings) => {
    const people = await start({
      api_keys: [{ ...manifestKey('git', 'team', SCOPES), ...settings }],
    })
    const child = { name: 'child', workspace_id: 'team', scopes: [] }
    expect(isRefused(await people.withKey('key git')('POST', '/api-keys/workspace/service', child))).toBe(
      true,
    )
  })
})

describe('a key with an expiry', () => {
  const child = (expires_at?: string) => ({
    name: 'child',
    workspace_id: 'team',
    scopes: ['inference'],
    ...(expires_at && { expires_at }),
  })

  test('makes and changes keys that expire no later', async () => {
    const people = await start()
    const { ask } = await create(people, { expires_at: LATER })
    const other = await create(people, { scopes: ['inference'], expires_at: '2026-12-24T00:00:00Z' })
    const make = (expires?: string) => ask('POST', '/api-keys/workspace/service', child(expires))
    expect(await make()).toMatchObject({
      status: 403,
      body: { error: { param: 'expires_at', message: expect.stringContaining(LATER) } },
    })
    expect((await make('2027-01-02T00:00:00Z')).status).toBe(403)
    expect((await make(LATER)).status).toBe(200)
    const extend = (expires_at: string | null) => ask('PUT', `/api-keys/${other.id}`, { expires_at })
    expect((await extend(null)).status).toBe(403)
    expect((await extend('2027-02-01T00:00:00Z')).status).toBe(403)
    expect((await extend(LATER)).status).toBe(200)
    const endless = await create(people, { scopes: ['inference'] })
    expect((await ask('POST', `/api-keys/${endless.id}/rotate`, {})).status).toBe(403)
  })

  test('makes others where a person gave it api_keys.outlive, which no key gives', async () => {
    const people = await start()
    const scopes = [...SCOPES, 'api_keys.outlive']
    const made = await people.mona('POST', '/api-keys/workspace/service', {
      ...child(LATER),
      scopes: ['workspace_service_api_keys.create', 'inference', 'api_keys.outlive'],
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const ask = people.withKey(made.body.key)
    expect((await ask('POST', '/api-keys/workspace/service', child())).status).toBe(200)
    const more = { ...child(), scopes: ['api_keys.outlive'] }
    expect(await ask('POST', '/api-keys/workspace/service', more)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('Only signed-in users') } },
    })
    const { ask: other } = await create(people, { scopes })
    expect((await other('POST', '/api-keys/workspace/service', more)).status).toBe(403)
  })
})
