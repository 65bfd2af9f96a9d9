// A restricted key makes no keys, and changes nothing that loosens what restricts it. The first half holds every route of the API
// against what it declares; the second lets holders of keys do what they like, together, and looks at what they hold in the end.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { controlRoutes, controlScopes } from '../../../../../schemas/generated/control-routes.ts'
import type { Json, JsonObject } from '../../../../../schemas/values/json.ts'
import { manifestKey } from '../../../../support/control-harness.ts'
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

const SCOPES = controlScopes.filter(
  scope =>
    /^(?:workspaces|settings)\.update$/.test(scope) ||
    !/^(?:organisation_|api_keys|settings|deployments|workspaces|logs|secret)/.test(scope),
)
const LATER = '2027-01-01T00:00:00.000Z'
const rate = (value: number) => ({ type: 'requests', unit: 'rpm', value })

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

interface Held {
  readonly id: string
  readonly key: string
  readonly ask: Ask
}

const create = async ({ admin, withKey }: People, more: object): Promise<Held> => {
  const made = await admin('POST', '/api-keys/workspace/service', {
    name: 'app',
    workspace_id: 'team',
    scopes: SCOPES,
    ...more,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return { id: made.body.id as string, key: made.body.key as string, ask: withKey(made.body.key) }
}

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
      body: { error: { message: expect.stringContaining('Only people') } },
    })
    const { ask: other } = await create(people, { scopes })
    expect((await other('POST', '/api-keys/workspace/service', more)).status).toBe(403)
  })
})

describe('whatever holders of keys do together', () => {
  const settings = fc.record({
    limited: fc.constantFrom(undefined, [rate(1)], [rate(5)]),
    expires: fc.constantFrom(undefined, LATER, '2026-12-01T00:00:00.000Z'),
    hosts: fc.constantFrom(undefined, false),
    scopes: fc.constantFrom(
      SCOPES,
      SCOPES.filter(scope => !scope.startsWith('policies')),
    ),
  })
  const body = fc.oneof(
    fc.record({ rate_limits: fc.constantFrom([], [rate(1)], [rate(9)]) }),
    fc.record({ expires_at: fc.constantFrom(null, LATER, '2028-01-01T00:00:00.000Z') }),
    fc.record({ defaults: fc.constantFrom({}, { allow_custom_hosts: false }, { allow_custom_hosts: true }) }),
    fc.record({ scopes: fc.constantFrom(SCOPES, ['inference'], [...SCOPES, 'logs.view']) }),
    fc.record({ status: fc.constantFrom('active', 'disabled') }),
    fc.record({ reset_usage: fc.constant(true) }),
  )
  const step = fc.record({
    actor: fc.nat({ max: 5 }),
    key: fc.nat({ max: 5 }),
    act: fc.constantFrom('create', 'change', 'change', 'rotate', 'policy', 'archive', 'workspace', 'member'),
    body,
  })

  interface Reach {
    readonly scopes: readonly string[]
    readonly expires: number
    readonly rate: number
    readonly hosts: boolean
    readonly isActive: boolean
  }
  const reachOf = async (admin: Ask, id: string): Promise<Reach | undefined> => {
    const { status, body: shown } = await admin('GET', `/api-keys/${id}`)
    if (status !== 200) return undefined
    return {
      scopes: shown.scopes,
      expires: shown.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(shown.expires_at),
      rate: shown.rate_limits[0]?.value ?? Number.POSITIVE_INFINITY,
      hosts: shown.defaults.allow_custom_hosts !== false,
      isActive: shown.status === 'active',
    }
  }
  const isWithin = (reach: Reach, one: Reach): boolean =>
    reach.scopes.every(scope => one.scopes.includes(scope)) &&
    reach.expires <= one.expires &&
    reach.rate <= one.rate &&
    (one.hosts || !reach.hosts)

  test('each key that they hold does no more than one of theirs did in the beginning, and limits stay', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(settings, { minLength: 1, maxLength: 3 }),
        fc.array(step, { minLength: 3, maxLength: 10 }),
        async (held, steps) => {
          const people = await openPeople()
          const { admin, withKey } = people
          const keys: Held[] = []
          for (const { limited, expires, hosts, scopes } of held)
            keys.push(
              await create(people, {
                scopes,
                ...(limited && { rate_limits: limited }),
                ...(expires && { expires_at: expires }),
                ...(hosts === false && { defaults: { allow_custom_hosts: false } }),
              }),
            )
          const initial: Reach[] = []
          for (const { id } of keys) initial.push((await reachOf(admin, id)) as Reach)
          const isFree = initial.some(({ rate: limit, hosts }) => limit === Number.POSITIVE_INFINITY && hosts)
          const limit = (
            await admin('POST', '/policies/rate-limits', { workspace_id: 'team', conditions: [], ...rate(7) })
          ).body.id as string
          const policy = `/policies/rate-limits/${limit}`
          for (const { actor, key, act, body: change } of steps) {
            const who: Held | undefined = keys[actor % keys.length]
            const at: Held | undefined = keys[key % keys.length]
            if (who === undefined || at === undefined) continue
            const { ask } = who
            const answer =
              act === 'create'
                ? await ask('POST', '/api-keys/workspace/service', {
                    name: 'child',
                    scopes: SCOPES,
                    ...('status' in change || 'reset_usage' in change ? {} : (change as object)),
                  })
                : act === 'change'
                  ? await ask('PUT', `/api-keys/${at.id}`, change as Json)
                  : act === 'rotate'
                    ? await ask('POST', `/api-keys/${at.id}/rotate`, {})
                    : act === 'policy'
                      ? await ask('PUT', policy, { value: 1000 })
                      : act === 'archive'
                        ? await ask('DELETE', policy)
                        : act === 'workspace'
                          ? await ask('PUT', '/workspaces/team', { rate_limits: [] })
                          : await ask('POST', '/workspaces/team/users', {
                              users: [{ id: people.adaId, role: 'manager' }],
                            })
            if (answer.status === 200 && act === 'create') {
              const { id, key: secret } = answer.body
              keys.push({ id, key: secret, ask: withKey(secret) })
            }
          }
          for (const { id } of keys) {
            const reach = await reachOf(admin, id)
            if (reach?.isActive === true)
              expect(
                initial.some(one => isWithin(reach, one)),
                JSON.stringify([reach, initial]),
              ).toBe(true)
          }
          const left = await admin('GET', policy)
          if (!isFree) expect([left.status, left.body.value]).toEqual([200, 7])
          await people.close()
        },
      ),
      { numRuns: 60 },
    )
  })
})
