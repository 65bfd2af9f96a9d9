// Limits of cost reserve the dearest of the models that may answer, and settle by the one that has answered (semantics, D17).
import { describe, expect, it } from 'vitest'
import { completion } from '../../support/sample-bodies.ts'
import { limited, times } from './limited-gateway.ts'

const NANO = 1e9
const PRICES = [
  { provider: 'openrouter', model: 'cheap', input: 1, output: 1 },
  { provider: 'openrouter', model: 'dear', input: 1, output: 1000 },
]
const CHAT = { model: 'cheap', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 1000 }
const reply = (model: string) => ({
  status: 200,
  body: completion('Hi', {
    model,
    usage: { prompt_tokens: 10, completion_tokens: 100, total_tokens: 110 },
  }),
})

const gatewayOf = (answered: string, limit: number) =>
  limited(
    { usage_limits: [{ name: 'budget', type: 'cost', credit_limit: limit }] },
    {
      manifest: { providers: { main: { provider: 'openrouter', api_key: '${env:KEY}' } }, prices: PRICES },
      environment: { KEY: 'key' },
      script: times(4, reply(answered)),
    },
  )

describe('A budget of cost', () => {
  it('settles by the model that has answered', async () => {
    const { outcome } = await gatewayOf('dear', 10).call({ body: CHAT })
    // 10 at 1 and 100 at 1000 dollars per million tokens.
    expect(outcome?.record.counted?.counted()?.cost).toBe(0.10001 * NANO)
  })

  it('reserves the dearest of the models that the request names', async () => {
    const { call } = gatewayOf('cheap', 0.5)
    const dearer = { ...CHAT, models: ['cheap', 'dear'] }
    // The thousand tokens that the request allows cost one dollar at the dearer model: more than is left after the first call.
    const statuses = []
    for (const body of [CHAT, dearer, CHAT]) statuses.push((await call({ body })).status)
    expect(statuses).toEqual([200, 412, 200])
  })

  it('refuses models without a price among them', async () => {
    const { status, json } = await gatewayOf('cheap', 0.5).call({ body: { ...CHAT, models: ['home-made'] } })
    expect(status).toBe(403)
    expect(json).toMatchObject({ error: { code: 'unpriced_model' } })
  })
})
