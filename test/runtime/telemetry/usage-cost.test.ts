// What a request cost: every reply that a provider was paid for, also one that another attempt has replaced.
import { describe, expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { type PricedOutcome, usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'

/** Billionths of a dollar for a token. */
const prices = createPriceList([
  { provider: 'openai', model: 'first', input: 3_000, output: 7_000, cached: 3_000 },
  { provider: 'openai', model: 'second', input: 1_000, output: 1_000, cached: 1_000 },
])

const usage = (prompt_tokens: number, completion_tokens: number) => ({
  usage: { prompt_tokens, completion_tokens },
})
const answer = (content: string, more: object = {}) => ({ status: 200, body: completion(content, more) })

/** Denies the reply of the first target, so that the second one is called. */
const DENIED = {
  strategy: { mode: 'fallback', on_status_codes: [446, 500, 502] },
  targets: [
    {
      provider: '@main',
      override_params: { model: 'first' },
      output_guardrails: [{ id: 'clean', deny: true, contains: { words: ['bad'], operator: 'none' } }],
    },
    { provider: '@main', override_params: { model: 'second' } },
  ],
}

async function costOf(script: Parameters<typeof createHarness>[0]['script']) {
  const { call } = createHarness({ manifest: STORED_PROVIDERS, ...(script && { script }) })
  const { outcome } = await call({ body: CHAT, headers: { 'x-gateway-config': JSON.stringify(DENIED) } })
  if (outcome === undefined) throw new Error('The call was refused.')
  return usageCost(outcome as PricedOutcome, prices.find, 0)
}

describe('The cost of a request', () => {
  it('has the reply that a guardrail denied, at the price of its model', async () => {
    expect(await costOf([answer('bad', usage(1000, 500)), answer('good', usage(10, 20))])).toEqual({
      tokens: { input: 1010, output: 520, source: 'provider' },
      cost: 1000 * 3_000 + 500 * 7_000 + 30 * 1_000,
      costSource: 'own',
      priced: 'manifest',
      rates: 'input 3, cached 3, output 7; input 1, cached 1, output 1',
    })
  })

  it('has it also where the next target fails', async () => {
    const failed = { status: 500, body: { error: { message: 'away' } } }
    expect(await costOf([answer('bad', usage(1000, 500)), failed])).toMatchObject({
      tokens: { input: 1000, output: 500 },
      cost: 6_500_000,
    })
  })

  it('is not known where the next target answers without usage', async () => {
    const silent = { ...completion('good') } as Record<string, unknown>
    delete silent['usage']
    const found = await costOf([answer('bad', usage(1000, 500)), { status: 200, body: silent }])
    expect(found).toEqual({ tokens: { input: 1000, output: 500, source: 'provider' } })
  })

  it('is not known where one of the models has no price', () => {
    const outcome: PricedOutcome = {
      record: {
        attempts: [],
        servedModel: 'second',
        usage: { prompt_tokens: 1, completion_tokens: 1 },
        discardedUsage: [
          { provider: 'openai', model: 'home-made', usage: { prompt_tokens: 5, completion_tokens: 5 } },
        ],
      },
      reply: { provider: 'openai' },
      model: 'x',
    }
    expect(usageCost(outcome, prices.find, 0)).toEqual({
      tokens: { input: 6, output: 6, source: 'provider' },
      unpriced: ['model'],
    })
  })
})

describe('An answer that its client did not get, and that reported nothing', () => {
  const silent = (content: string) => {
    const { usage: _, ...body } = completion(content) as Record<string, unknown>
    return { status: 200, body }
  }
  const cut = { events: ['{"id":"c","choices":[{"mess'], end: 'cut' as const }
  const known = { tokens: { input: 10, output: 20 }, cost: 30_000 }

  it.each([
    ['is cut', cut],
    ['is not JSON', { status: 200, text: '<html>' }],
    ['is denied by a guardrail', silent('bad')],
  ])('is named beside the cost of the next one where it %s', async (_title, step) => {
    const found = await costOf([step, answer('good', usage(10, 20))])
    expect(found).toMatchObject(known)
    expect(found?.unpriced).toEqual(['answer without usage'])
  })

  it('is named where no other target answers', async () => {
    expect(await costOf([cut, cut])).toEqual({ unpriced: ['answer without usage'] })
  })

  it.each([
    ['an error', { status: 500, body: { error: { message: 'away' } } }],
    ['an error that is not JSON', { status: 500, text: '{"error' }],
    ['a connection that is refused', { fails: 'refused' as const }],
    ['an answer that reported its usage', answer('bad', usage(1000, 500))],
  ])('is not %s', async (_title, step) => {
    const found = await costOf([step, answer('good', usage(10, 20))])
    expect(found?.cost).toBeGreaterThanOrEqual(30_000)
    expect(found?.unpriced).toBeUndefined()
  })
})
