// The error that ends a stream of messages has one of the types of Anthropic's API, whatever broke it.
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

/** docs.claude.com/en/api/errors, 2026-11. */
const TYPES = [
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
  'rate_limit_error',
  'timeout_error',
  'api_error',
  'overloaded_error',
]
const named = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const TEXT = named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } })
const HEADERS = ['content-type', 'text/event-stream']
const STORED = {
  anthropic: { provider: 'anthropic', api_key: '${env:KEY}' },
  openai: { provider: 'openai', api_key: '${env:KEY}' },
}
const CHUNK = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n'

async function errorOf(provider: keyof typeof STORED, step: Step): Promise<Record<string, unknown>> {
  const here = createHarness({
    configs: { c: STORED[provider] },
    environment: { KEY: 'some-key' },
    script: [step],
  })
  const called = here.call({
    path: '/messages',
    headers: { 'x-gateway-config': 'c' },
    body: { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
  })
  await here.clock.advance(1_000_000)
  const reply = await called
  expect(reply.status).toBe(200)
  const { type, error } = JSON.parse(reply.events.at(-1) ?? '') as Record<string, Record<string, unknown>>
  expect(type).toBe('error')
  return error ?? {}
}

it.each<readonly [title: string, step: (text: string) => Step, type: string]>([
  ['ends early', text => ({ events: [text], headers: HEADERS, end: 'well' }), 'api_error'],
  ['breaks off', text => ({ events: [text], headers: HEADERS, end: 'cut' }), 'api_error'],
  ['falls silent', text => ({ events: [text], headers: HEADERS, end: 'open' }), 'timeout_error'],
])('a stream that %s', async (_, step, type) => {
  expect(TYPES).toContain(type)
  for (const [provider, text] of [
    ['anthropic', TEXT],
    ['openai', CHUNK],
  ] as const) {
    const error = await errorOf(provider, step(text))
    expect(error, provider).toMatchObject({ type, message: expect.stringMatching(/\.$/) })
  }
})
