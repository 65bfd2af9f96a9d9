// Usage within a choice, as Moonshot's streams have it (platform.kimi.ai/docs/api/chat), for clients of Messages and Responses.
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const usage = { prompt_tokens: 50, completion_tokens: 7, total_tokens: 57, cached_tokens: 20 }
const EVENTS = [
  'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}\n\n',
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] })}\n\n`,
  'data: [DONE]\n\n',
]

it.each([
  [
    '/messages',
    { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
    /"usage":\{"input_tokens":30,"cache_creation_input_tokens":0,"cache_read_input_tokens":20,"output_tokens":7\}/,
  ],
  [
    '/responses',
    { input: 'Hi' },
    /"usage":\{"input_tokens":50,"input_tokens_details":\{"cached_tokens":20,.*?"output_tokens":7,/,
  ],
])('reaches a client of %s', async (path, body, expected) => {
  const { call } = createHarness({
    configs: { c: { provider: 'moonshot', api_key: '${env:KEY}' } },
    environment: { KEY: 'k' },
    script: [{ events: EVENTS }],
  })
  const reply = await call({
    path,
    headers: { 'x-gateway-config': 'c' },
    body: { model: 'kimi-k2.6', stream: true, ...body },
  })
  expect(reply.text).toMatch(expected)
})
