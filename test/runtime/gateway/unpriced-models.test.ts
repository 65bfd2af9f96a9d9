// Budgets of cost and models whose price is unknown.
import { describe, expect, it } from 'vitest'
import { completion } from '../../support/sample-bodies.ts'
import { limited, reply, times, usage } from './limited-gateway.ts'

const CHAT = { model: 'home-made', messages: [{ role: 'user', content: 'Hello' }] }
const PRICES = [{ provider: 'openai', model: 'home-*', input: 1, output: 2 }]
const budget = (more: object = {}) => ({
  usage_limits: [{ name: 'monthly', type: 'cost', credit_limit: 1, periodic_reset: 'monthly', ...more }],
})
const codeOf = (json: unknown): string | undefined => (json as { error?: { code?: string } }).error?.code

describe('A budget of cost, where the price of a model is unknown,', () => {
  it('refuses the call at its target, and says what to add to the manifest', async () => {
    const { call, upstream } = limited(budget(), { script: times(4, reply(1000, 500)) })
    const { status, json } = await call({ body: CHAT })
    expect([status, codeOf(json), upstream.sent]).toEqual([403, 'unpriced_model', []])
    expect(JSON.stringify(json)).toContain(
      '{ provider: openai, model: \\"home-made\\", input: …, output: … }',
    )
  })

  it('admits it with uncounted: allow, and does not take it for free', async () => {
    const body = completion('Hi', { ...usage(1000, 500), model: 'home-made' })
    const { call } = limited(budget({ uncounted: 'allow' }), { script: times(4, { status: 200, body }) })
    const { status, outcome } = await call({ body: CHAT })
    expect(status).toBe(200)
    expect(outcome?.record.counted?.counted()).toMatchObject({
      tokens: 1500,
      unpriced: true,
      source: 'provider',
    })
  })

  it('admits it at a price of the manifest', async () => {
    const manifest = { prices: PRICES }
    const { call } = limited(budget(), { script: times(4, reply(1000, 500)), manifest })
    const { status, outcome } = await call({ body: CHAT })
    expect(status).toBe(200)
    // 1000 at 1 and 500 at 2 dollars per million tokens.
    expect(outcome?.record.counted?.counted()).toMatchObject({ tokens: 1500, cost: 2_000_000 })
  })

  it('admits the mock provider, whose calls cost nothing', async () => {
    const manifest = { providers: { mock: { provider: 'mock' } }, defaults: { provider: '@mock' } }
    const { call } = limited(budget(), { script: times(1, reply()), manifest })
    expect((await call({ body: { ...CHAT, model: 'echo' } })).status).toBe(200)
  })
})
