// Calls of a stored provider are charged at its prices: in budgets, in records, and for replies that another attempt has replaced.
import { expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'
import { limited, reply, times, usage } from './limited-gateway.ts'

const NOW = Date.UTC(2026, 10, 29)
const prices = [
  { provider: 'openai', model: 'gpt-4o', input: 2, output: 2 },
  { provider: '@eu', model: 'gpt-4o', input: 4, output: 4 },
  { provider: '@contract', model: '*', discount: '25%' },
]
const openai = { provider: 'openai', api_key: '${env:KEY}' }
const gatewayOf = (credit: number, more: object = {}) =>
  limited(
    { usage_limits: [{ name: 'budget', type: 'cost', credit_limit: credit }] },
    {
      manifest: { providers: { main: openai, eu: openai, contract: openai }, prices },
      environment: { KEY: 'key' },
      script: times(9, reply(1000, 1000)),
      ...more,
    },
  )
const body = { ...CHAT, max_tokens: 1000 }

it.each([
  ['main', 4e6],
  ['eu', 8e6],
  ['contract', 3e6],
])('@%s', async (slug, cost) => {
  const { outcome, status } = await gatewayOf(1).call({ body: { ...body, model: `@${slug}/gpt-4o` } })
  if (outcome === undefined) throw new Error('There is no outcome.')
  const { find } = createPriceList([
    { provider: 'openai', model: 'gpt-4o', input: 2000, output: 2000, cached: 2000 },
    { provider: '@eu', model: 'gpt-4o', input: 4000, output: 4000, cached: 4000 },
    { provider: '@contract', model: '*', discount: 0.25 },
  ])
  expect(status).toBe(200)
  expect(usageCost(outcome, find, NOW)?.cost).toBe(cost)
  expect(outcome.record.counted?.counted()?.cost).toBe(cost)
})

it('a budget refuses by what the stored provider costs', async () => {
  const statuses = async (slug: string) => {
    const harness = gatewayOf(0.009)
    const found: number[] = []
    for (let calls = 0; calls < 3; calls += 1)
      found.push((await harness.call({ body: { ...body, model: `@${slug}/gpt-4o` } })).status)
    return found
  }
  expect(await statuses('main')).toEqual([200, 200, 412])
  expect(await statuses('eu')).toEqual([200, 412, 412])
  expect(await statuses('contract')).toEqual([200, 200, 200])
})

it('a reply that a guardrail denied is charged at the prices of its stored provider', async () => {
  const config = {
    strategy: { mode: 'fallback', on_status_codes: [446] },
    targets: [
      {
        provider: '@eu',
        output_guardrails: [{ id: 'clean', deny: true, contains: { words: ['bad'], operator: 'none' } }],
      },
      { provider: '@main' },
    ],
  }
  const answer = (text: string) => ({ status: 200, body: completion(text, usage(1000, 1000)) })
  const { outcome, status } = await gatewayOf(1, { script: [answer('bad'), answer('good')] }).call({
    body: { ...body, model: 'gpt-4o' },
    headers: { 'x-gateway-config': JSON.stringify(config) },
  })
  if (outcome === undefined) throw new Error('There is no outcome.')
  const { find } = createPriceList([
    { provider: '@main', model: '*', input: 2000, output: 2000, cached: 2000 },
    { provider: '@eu', model: '*', input: 4000, output: 4000, cached: 4000 },
  ])
  expect(status).toBe(200)
  expect(usageCost(outcome, find, NOW)?.cost).toBe(4e6 + 8e6)
  expect(outcome.record.counted?.counted()?.cost).toBe(4e6 + 8e6)
})

it('a call in flight reserves what its stored provider costs', async () => {
  const second = async (slug: string) => {
    const { call } = gatewayOf(0.006, { script: ['silence', reply(10, 10)] })
    const given = { body: { ...body, model: `@${slug}/gpt-4o` } }
    void call(given)
    return (await call(given)).status
  }
  expect([await second('main'), await second('eu')]).toEqual([200, 412])
})
