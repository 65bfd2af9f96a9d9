// The error flag of a tool result reaches the providers that support it; for others it is dropped and reported.
import { expect, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const body = {
  max_tokens: 9,
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'no', is_error: true }] },
  ],
}
const manifest = {
  providers: {
    bedrock: { provider: 'bedrock', cloud1_region: 'us-east-1', api_key: '${env:KEY}' },
    google: { provider: 'google', api_key: '${env:KEY}' },
    cohere: { provider: 'cohere', api_key: '${env:KEY}' },
    groq: { provider: 'groq', api_key: '${env:KEY}' },
  },
}

test.each<readonly [model: string, said: string | undefined]>([
  ['@bedrock/us.amazon.nova-2-lite-v1:0', '"status":"error"'],
  ['@google/gemini-3.8-flash', '"error":"no"'],
  ['@cohere/command-a-03-2025', undefined],
  ['@groq/llama-3.3-70b-versatile', undefined],
])('%s: %s', async (model, said) => {
  const script = [{ status: 500, body: { message: 'Stop.' } }]
  const { call, upstream } = createHarness({ manifest, environment: { KEY: 'k' }, script })
  const { outcome } = await call({ path: '/messages', body: { ...body, model } })
  expect(upstream.sent[0]?.text).not.toContain('is_error')
  if (said === undefined) expect(outcome?.reply.dropped).toEqual(['is_error'])
  else expect(upstream.sent[0]?.text).toContain(said)
})
