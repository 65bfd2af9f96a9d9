// Claude in a region of Vertex costs a tenth more than at the global endpoint, from generation 4.5 on; what is older, and Gemini, does not
// (https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai, 2026-11-29). Records and budgets have it.
import { expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import { limited } from './limited-gateway.ts'

const NOW = Date.parse('2026-11-29T00:00:00Z')
const { find } = createPriceList([])

const message = (model: string) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: 'end_turn' },
  content: [{ type: 'text', text: 'Hi' }],
  usage: { input_tokens: 1000, output_tokens: 1000 },
})

const gatewayOf = (region: string, model: string) =>
  limited(
    { usage_limits: [{ name: 'budget', type: 'cost', credit_limit: 100 }] },
    {
      manifest: {
        providers: {
          main: { provider: 'vertex', cloud3_region: region, cloud3_project_id: 'p', api_key: '${env:KEY}' },
        },
      },
      environment: { KEY: 'key' },
      script: [{ status: 200, body: message(model) }],
    },
  )

/** In billionths of a dollar, for a thousand tokens of input and as many of output. */
const ROWS: readonly (readonly [string, string, number])[] = [
  ['claude-sonnet-4-5@20250929', 'global', 18e6],
  ['claude-sonnet-4-5@20250929', 'us-east5', 19.8e6],
  ['claude-sonnet-4-5@20250929', 'europe-west1', 19.8e6],
  ['claude-opus-4-8', 'us-east5', 33e6],
  ['claude-3-5-haiku@20241022', 'us-east5', 4.8e6],
]

it.each(ROWS)('%s in %s', async (model, region, expected) => {
  for (const [path, more] of [
    ['/messages', {}],
    ['/chat/completions', {}],
  ] as const) {
    const body = { model, max_tokens: 1000, messages: [{ role: 'user', content: 'Hi' }], ...more }
    const { outcome, status, text } = await gatewayOf(region, model).call({ path, body })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    if (outcome === undefined) throw new Error('There is no outcome.')
    expect(usageCost(outcome, find, NOW)?.cost).toBe(expected)
    expect(outcome.record.counted?.counted()?.cost).toBe(expected)
  }
})
