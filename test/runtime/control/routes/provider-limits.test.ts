// Limits of integrations in workspaces, of providers, virtual keys and workspaces: enforced like those of keys, at the target.
import { describe, expect, test } from 'vitest'
import { followProviderLimits } from '../../../../runtime/control/resources/providers/provider-limits.ts'
import type { ControlHarness } from '../../../support/control-harness.ts'
import { callOnce, FACTS } from './limited-calls.ts'
import { OPENAI, start } from './stored-credentials.ts'

const TWO = [{ type: 'requests', unit: 'rpm', value: 2 }]
const TEN = { type: 'tokens', credit_limit: 10 }

const ACCESS = '/integrations/openai/workspaces'

const through = (here: ControlHarness, slug: string, tokens = 0, workspace = 'default') =>
  callOnce(here, { ...FACTS, workspace }, tokens, slug)

const times = async (count: number, call: () => Promise<string>): Promise<readonly string[]> => {
  const outcomes: string[] = []
  for (let index = 0; index < count; index += 1) outcomes.push(await call())
  return outcomes
}

describe('an integration', () => {
  const withLimits = async (limits: object) => {
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'shop' })
    await here.send('POST', '/integrations', { workspace_id: null, ...OPENAI })
    const put = await here.send('PUT', ACCESS, {
      workspaces: [
        { id: 'default', enabled: true, ...limits },
        { id: 'shop', enabled: true },
      ],
    })
    await here.send('POST', '/providers', {
      workspace_id: 'default',
      name: 'second',
      integration_id: 'openai',
    })
    return { here, put }
  }

  test('is limited in a workspace, all its providers there together, and in no other', async () => {
    const { here, put } = await withLimits({ rate_limits: TWO })
    expect(put).toMatchObject({
      status: 200,
      body: { workspaces: [{ slug: 'default', rate_limits: TWO, status: 'active' }, { slug: 'shop' }] },
    })
    expect(await through(here, 'openai')).toBe('admitted')
    expect(await through(here, 'second')).toBe('admitted')
    expect(await through(here, 'openai')).toBe('rate_limited')
    expect(await through(here, 'other')).toBe('admitted')
    expect(await times(3, () => through(here, 'openai', 0, 'shop'))).not.toContain('rate_limited')
  })

  test('limits no provider whose slug the manifest that is loaded has, until that has it no more', async () => {
    const { here } = await withLimits({ rate_limits: [{ ...TWO[0], value: 1 }] })
    const { replica, gateway } = here.context
    if (replica === undefined) throw new Error('There is no replica.')
    const follow = followProviderLimits(here.limiter, replica, gateway)
    const [mock] = Object.values(
      (await start({ providers: { mock: { provider: 'mock' } } })).context.gateway.providers,
    )
    if (mock === undefined) throw new Error('There is no provider.')
    expect(await times(2, () => through(here, 'second'))).toEqual(['admitted', 'rate_limited'])
    follow({ ...gateway, providers: { second: mock } })
    expect([await through(here, 'second'), await through(here, 'openai')]).toEqual([
      'admitted',
      'rate_limited',
    ])
    follow(gateway)
    expect(await through(here, 'second')).toBe('rate_limited')
  })

  test('has a budget in a workspace: exhausted, then reset, which its reads show', async () => {
    const { here } = await withLimits({ usage_limits: TEN })
    const status = async () => {
      const access = (await here.send('GET', ACCESS)).body.workspaces[0]
      const providers = (await here.send('GET', '/providers?workspace_id=default')).body.data
      const integration = (await here.send('GET', '/integrations/openai')).body
      return [
        access.status,
        ...providers.map((each: { status: string }) => each.status),
        access.last_reset_at,
        integration.last_reset_at,
      ]
    }
    expect(await through(here, 'openai', 12)).toBe('admitted')
    expect(await through(here, 'second', 1)).toBe('budget_exhausted')
    expect(await status()).toEqual(['exhausted', 'exhausted', 'exhausted', null, null])
    await here.clock.advance(60_000)
    const reset = await here.send('PUT', ACCESS, {
      workspaces: [{ id: 'default', enabled: true, reset_usage: true }],
    })
    expect(reset.status).toBe(200)
    const at = new Date(here.clock.now()).toISOString()
    expect(await status()).toEqual(['active', 'active', 'active', at, at])
    expect(await through(here, 'second', 1)).toBe('admitted')
  })

  test('without access to a workspace limits nothing there, and null removes a budget', async () => {
    const { here } = await withLimits({ usage_limits: TEN })
    await through(here, 'openai', 12)
    await here.send('PUT', ACCESS, { workspaces: [{ id: 'default', enabled: true, usage_limits: null }] })
    expect(await through(here, 'openai', 12)).toBe('unlimited')
  })

  test.each([
    ['twice the same rate', { rate_limits: [...TWO, ...TWO] }, 'is repeated'],
    [
      'two kinds of period',
      { usage_limits: { ...TEN, periodic_reset: 'weekly', periodic_reset_days: 3 } },
      'not both',
    ],
    ['a threshold above the limit', { usage_limits: { ...TEN, alert_threshold: 11 } }, 'less than'],
    ['a part of a token', { usage_limits: { type: 'tokens', credit_limit: 1.5 } }, 'must be an integer'],
  ])('with %s is refused', async (_title, limits, message) => {
    const { put } = await withLimits(limits)
    expect(put).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    })
  })
})

describe('a provider', () => {
  test('has limits of its own within those of its integration', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    const made = await here.send('POST', '/providers', {
      workspace_id: 'default',
      name: 'small',
      integration_id: 'openai',
      usage_limits: TEN,
      rate_limits: TWO,
    })
    expect(made.body).toMatchObject({
      usage_limits: TEN,
      rate_limits: TWO,
      status: 'active',
      last_reset_at: null,
    })
    expect(await through(here, 'small', 12)).toBe('admitted')
    expect(await through(here, 'small')).toBe('budget_exhausted')
    expect((await here.send('GET', '/providers/small')).body.status).toBe('exhausted')
    expect(await through(here, 'openai', 12)).toBe('admitted')
    const raised = await here.send('PUT', '/providers/small', {
      usage_limits: { type: 'tokens', credit_limit: 100 },
    })
    expect(raised.body).toMatchObject({ status: 'active', rate_limits: TWO })
    await here.send('PUT', '/providers/small', { reset_usage: true, usage_limits: TEN })
    expect(await through(here, 'small')).toBe('admitted')
    expect((await here.send('GET', '/providers/small')).body.last_reset_at).not.toBeNull()
  })
})

describe('a virtual key', () => {
  test('is limited, exhausted and reset', async () => {
    const here = await start()
    const made = await here.send('POST', '/virtual-keys', {
      workspace_id: 'default',
      name: 'team',
      provider: 'openai',
      key: 'sk-live-0123456789abcdef',
      usage_limits: { ...TEN, periodic_reset: 'monthly' },
    })
    expect(made.body).toMatchObject({ status: 'active', last_reset_at: '2026-11-01T00:00:00.000Z' })
    expect(await through(here, 'team', 12)).toBe('admitted')
    expect((await here.send('GET', '/virtual-keys/team')).body.status).toBe('exhausted')
    expect((await here.send('GET', '/virtual-keys')).body.data[0].status).toBe('exhausted')
    expect(await through(here, 'team')).toBe('budget_exhausted')
    const reset = await here.send('PUT', '/virtual-keys/team', { reset_usage: true })
    expect(reset.body).toMatchObject({
      status: 'active',
      last_reset_at: new Date(here.clock.now()).toISOString(),
    })
    expect(await through(here, 'team')).toBe('admitted')
  })
})

describe('a workspace', () => {
  test('limits all calls of its keys, and shows when its budget was counted anew', async () => {
    const here = await start()
    const made = await here.send('POST', '/workspaces', { name: 'shop', rate_limits: TWO, usage_limits: TEN })
    expect(made.body).toMatchObject({ rate_limits: TWO, usage_limits: TEN, last_reset_at: null })
    expect(await times(3, () => through(here, 'any', 0, 'shop'))).toEqual([
      'admitted',
      'admitted',
      'rate_limited',
    ])
    await here.clock.advance(60_000)
    expect(await through(here, 'any', 12, 'shop')).toBe('admitted')
    expect(await through(here, 'any', 1, 'shop')).toBe('budget_exhausted')
    const reset = await here.send('PUT', '/workspaces/shop', { reset_usage: true })
    expect(reset.body.last_reset_at).toBe(new Date(here.clock.now()).toISOString())
    expect(await through(here, 'any', 1, 'shop')).toBe('admitted')
    expect(await through(here, 'any')).toBe('unlimited')
  })
})

describe('a key', () => {
  test('shows last_reset_at: the start of its period, then the reset', async () => {
    const here = await start()
    const made = await here.send('POST', '/api-keys/workspace/service', {
      name: 'app',
      scopes: ['inference'],
      workspace_id: 'default',
      usage_limits: { ...TEN, periodic_reset: 'weekly' },
    })
    const path = `/api-keys/${made.body.id}`
    const call = (tokens: number) => callOnce(here, { ...FACTS, apiKey: made.body.id }, tokens)
    expect((await here.send('GET', path)).body.last_reset_at).toBe('2026-11-23T00:00:00.000Z')
    expect(await call(12)).toBe('admitted')
    expect(await call(1)).toBe('budget_exhausted')
    await here.clock.advance(60_000)
    expect((await here.send('PUT', path, { reset_usage: true })).body).toMatchObject({
      status: 'active',
      last_reset_at: '2026-11-23T00:01:00.000Z',
    })
    expect(await call(1)).toBe('admitted')
  })
})
