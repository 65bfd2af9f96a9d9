// A reply of another API with the status 200: refused by one rule wherever the provider is one of the vendor's schema, so that a
// fallback answers instead.
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const REPLIES: Readonly<Record<string, object>> = {
  'a message': { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' },
  'a Gemini reply': { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
  'a response': { object: 'response', output: [] },
  'a native Ollama chat': { message: { role: 'assistant', content: 'Hi' }, done: true, done_reason: 'stop' },
}
const KEY = { api_key: '${env:KEY}' }
const PROVIDERS: Readonly<Record<string, object>> = {
  openai: { provider: 'openai', ...KEY },
  ollama: { provider: 'ollama' },
  fireworks: { provider: 'fireworks', ...KEY },
  groq: { provider: 'groq', ...KEY },
  'azure-foundry': { provider: 'azure-foundry', ...KEY, resource_name: 'contoso' },
  azure: { provider: 'azure', ...KEY, resource_name: 'contoso', deployment_id: 'd', api_version: 'v1' },
}
const CHAT = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

const send = async (config: object, body: object, path = '/chat/completions') => {
  const script = [{ status: 200, body }]
  const here = createHarness({ configs: { c: config }, environment: { KEY: 'k' }, script })
  return await here.call({ path, headers: { 'x-gateway-config': 'c' }, body: CHAT })
}

const cases = Object.entries(PROVIDERS).flatMap(([name, config]) =>
  Object.entries(REPLIES).map(([kind, body]) => [name, kind, config, body] as const),
)

it.each(cases)('%s: %s is no chat', async (_, _kind, config, body) => {
  const reply = await send(config, body)
  expect([reply.status, reply.json]).toMatchObject([502, { error: { code: 'invalid_upstream_reply' } }])
})

it('a chat is no message, response or list of vectors', async () => {
  const chat = { choices: [{ index: 0, message: { role: 'assistant' }, finish_reason: 'stop' }] }
  const openai = PROVIDERS['openai'] ?? {}
  expect((await send(openai, chat, '/responses')).status).toBe(502)
  expect((await send({ provider: 'anthropic', ...KEY }, chat, '/messages')).status).toBe(502)
  expect((await send(openai, chat, '/embeddings')).status).toBe(502)
})

it('an empty object, and what no API has, pass where replies are unread', async () => {
  for (const body of [{}, { ok: true }])
    expect((await send(PROVIDERS['openai'] ?? {}, body)).status).toBe(200)
})
