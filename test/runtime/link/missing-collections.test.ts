// Collections that a provider lacks are refused as endpoints are (semantics, section 16).
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const manifest = {
  providers: Object.fromEntries(
    ['openai', 'anthropic', 'cohere', 'deepseek', 'groq', 'mistral'].map(provider => [
      provider,
      { provider, api_key: '${env:MAIN_KEY}' },
    ]),
  ),
}

const send = async (provider: string, method: string, path: string, body: unknown = '') => {
  const { call, upstream } = createHarness({ manifest, script: [{ status: 200, body: {} }] })
  const headers = { 'x-gateway-provider': `@${provider}` }
  const reply = await call({ method, path, headers, body })
  return { reply, sent: upstream.sent.map(({ path: sentPath }) => sentPath) }
}

const BATCH = { input_file_id: 'f', endpoint: '/v1/chat/completions', completion_window: '24h' }
const JOB = { model: 'm', training_file: 'f' }

it.each<readonly [string, string, string, unknown, string]>([
  ['cohere', 'POST', '/batches', BATCH, 'Cohere does not serve /batches.'],
  ['cohere', 'GET', '/batches/b1', '', 'Cohere does not serve /batches.'],
  ['cohere', 'POST', '/fine_tuning/jobs', JOB, 'Cohere does not serve /fine_tuning/jobs.'],
  ['cohere', 'GET', '/files', '', 'Cohere does not serve /files.'],
  ['anthropic', 'POST', '/fine_tuning/jobs', JOB, 'Anthropic does not serve /fine_tuning/jobs.'],
  ['anthropic', 'POST', '/threads/runs', { assistant_id: 'a' }, 'Anthropic does not serve /threads.'],
  ['deepseek', 'GET', '/batches/b1/output', '', 'DeepSeek does not serve /batches.'],
  ['groq', 'POST', '/threads/t1/runs', { assistant_id: 'a' }, 'Groq does not serve /threads.'],
])('%s: %s %s is refused', async (provider, method, path, body, message) => {
  const { reply, sent } = await send(provider, method, path, body)
  expect([reply.status, reply.json, sent]).toMatchObject([
    400,
    { error: { code: 'unsupported_endpoint', message } },
    [],
  ])
})

it.each<readonly [string, string, string]>([
  ['openai', 'GET', '/batches'],
  ['openai', 'GET', '/fine_tuning/jobs'],
  ['groq', 'GET', '/batches'],
  ['mistral', 'GET', '/batches'],
  ['cohere', 'GET', '/datasets'],
])('%s: %s %s is sent', async (provider, method, path) => {
  expect((await send(provider, method, path)).sent).toHaveLength(1)
})
