// Budgets of everything that can have one: one rule for amounts, and when each was reset and will be.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { startControl } from '../../../support/control-harness.ts'
import { callOnce } from './limited-calls.ts'
import { KEY, OPENAI } from './stored-credentials.ts'

type Send = Awaited<ReturnType<typeof startControl>>['send']

/** What has a budget: the address of a new one, how it is given the budget, and how that reads. */
const OWNERS: readonly (readonly [
  string,
  (send: Send, budget: JsonObject) => Promise<JsonObject & { status: number }>,
])[] = [
  [
    'a usage-limit policy',
    async (send, budget) =>
      await read(send, '/policies/usage-limits', { ...budget, workspace_id: 'default' }),
  ],
  [
    'a key',
    async (send, usage_limits) =>
      await read(send, '/api-keys/workspace/service', {
        name: 'x',
        scopes: [],
        workspace_id: 'default',
        usage_limits,
      }),
  ],
  ['a workspace', async (send, usage_limits) => await read(send, '/workspaces', { name: 'x', usage_limits })],
  [
    'a virtual key',
    async (send, usage_limits) =>
      await read(send, '/virtual-keys', {
        name: 'x',
        provider: 'openai',
        key: OPENAI.key,
        workspace_id: 'default',
        usage_limits,
      }),
  ],
  [
    'a provider',
    async (send, usage_limits) => {
      await send('POST', '/integrations', { ...OPENAI, workspace_id: 'default' })
      const body = { name: 'x', integration_id: 'openai', workspace_id: 'default', usage_limits }
      return await read(send, '/providers', body)
    },
  ],
  [
    'an integration in a workspace',
    async (send, usage_limits) => {
      await send('POST', '/integrations', { ...OPENAI, workspace_id: null })
      const workspaces = [{ id: 'default', enabled: true, usage_limits }]
      const { status, body } = await send('PUT', '/integrations/openai/workspaces', { workspaces })
      const whole = (await send('GET', '/integrations/openai')).body
      if (status === 200) expect(whole.next_usage_reset_at).toBe(body.workspaces[0].next_usage_reset_at)
      return { ...(body.workspaces?.[0] ?? body), status }
    },
  ],
]

async function read(send: Send, path: string, body: JsonObject): Promise<JsonObject & { status: number }> {
  const made = await send('POST', path, body)
  if (made.status !== 200) return { ...made.body, status: made.status }
  const at = path.replace(/\/workspace\/service$/, '')
  const { body: found } = await send('GET', `${at}/${made.body.slug ?? made.body.id}`)
  return { ...found, status: made.status }
}

const start = async () => await startControl({}, { encryptionKey: KEY })

describe.each(OWNERS)('%s', (_title, give) => {
  test.each([
    [{ type: 'cost', credit_limit: 0.01 }, 200],
    [{ type: 'cost', credit_limit: 0.001, alert_threshold: 0.0001 }, 200],
    [{ type: 'cost', credit_limit: 1e-9 }, 200],
    [{ type: 'cost', credit_limit: 1e-10 }, 400],
    [{ type: 'cost', credit_limit: 0 }, 400],
    [{ type: 'cost', credit_limit: 5, alert_threshold: 0 }, 400],
    [{ type: 'cost', credit_limit: 10_000_000 }, 400],
    [{ type: 'tokens', credit_limit: 1 }, 200],
    [{ type: 'tokens', credit_limit: 0.5 }, 400],
  ])('with a budget of %j is %d', async (budget, status) => {
    const { send } = await start()
    expect((await give(send, budget)).status).toBe(status)
  })

  test.each([{ uncounted: 'allow' }, { on_store_away: 'refuse' }])(
    'with a budget with %j shows and enforces it',
    async terms => {
      const { send, limiter } = await start()
      const shown = await give(send, { type: 'cost', credit_limit: 5, ...terms })
      expect(shown['usage_limits'] ?? shown).toMatchObject(terms)
      expect(limiter.policies()).toMatchObject([
        'uncounted' in terms
          ? { allowsUncounted: true, refusesAway: false, refusesUnpriced: false }
          : { allowsUncounted: false, refusesAway: true, refusesUnpriced: true },
      ])
    },
  )

  test.each([
    ['weekly', { periodic_reset: 'weekly' }, '2026-11-30T00:00:00.000Z'],
    ['monthly', { periodic_reset: 'monthly' }, '2026-12-01T00:00:00.000Z'],
    [
      'at a given time',
      { periodic_reset: 'weekly', next_usage_reset_at: '2026-11-25T13:30:00Z' },
      '2026-11-25T13:30:00.000Z',
    ],
    ['never', {}, null],
  ])('with a budget that is reset %s shows when', async (_when, period, next) => {
    const { send } = await start()
    const shown = await give(send, { type: 'tokens', credit_limit: 5, ...period })
    expect([shown.status, shown['next_usage_reset_at']]).toEqual([200, next])
  })
})

test('a policy without groups shows the reset of its only entity', async () => {
  const { send, clock } = await start()
  const body = { type: 'tokens', credit_limit: 5, workspace_id: 'default' }
  const { id } = (await send('POST', '/policies/usage-limits', body)).body
  const path = `/policies/usage-limits/${id}`
  expect((await send('GET', path)).body.last_reset_at).toBeNull()
  await clock.advance(60_000)
  const [{ id: entity }] = (await send('GET', `${path}/entities`)).body.data
  await send('PUT', `${path}/entities/${entity}/reset`)
  expect((await send('GET', path)).body.last_reset_at).toBe(new Date(clock.now()).toISOString())
})

const DAY = 86_400_000

describe.each([
  ['weekly', { periodic_reset: 'weekly' }, 7],
  ['monthly', { periodic_reset: 'monthly' }, 31],
  ['after ten days', { periodic_reset_days: 10 }, 10],
  ['after a year', { periodic_reset_days: 365 }, 365],
])('a budget that is reset %s', (_when, period, days) => {
  const budget = { type: 'tokens', credit_limit: 5, ...period }
  test.each([
    ['a policy', '/policies/usage-limits', { ...budget, workspace_id: 'default' }, () => ({})],
    [
      'a key',
      '/api-keys/workspace/service',
      { name: 'x', scopes: [], workspace_id: 'default', usage_limits: budget },
      ({ id }: JsonObject) => ({ apiKey: id }),
    ],
    [
      'a workspace',
      '/workspaces',
      { name: 'x', usage_limits: budget },
      ({ slug }: JsonObject) => ({ workspace: slug }),
    ],
  ])(
    'of %s refuses calls until next_usage_reset_at, and then shows the next one',
    async (_of, path, body, factsOf) => {
      const here = await start()
      const created = (await here.send('POST', path, body)).body
      const isPolicy = path.startsWith('/policies')
      const shown = async () =>
        (await here.send('GET', isPolicy ? `${path}/${created.id}` : `${base(path)}/${created.id}`)).body
      const call = () => callOnce(here, factsOf(created), 5)
      const next = Date.parse((await shown()).next_usage_reset_at)
      expect(next).toBeGreaterThan(here.clock.now())
      expect([await call(), await call()]).toEqual(['admitted', 'budget_exhausted'])
      here.clock.setWallClock(next - here.clock.now() - 1)
      expect(await call()).toBe('budget_exhausted')
      here.clock.setWallClock(1)
      expect([await call(), await call()]).toEqual(['admitted', 'budget_exhausted'])
      const later = Date.parse((await shown()).next_usage_reset_at)
      expect((later - next) / DAY).toBe(days)
    },
  )
})

const base = (path: string): string => path.replace('/workspace/service', '')
