// Providers whose service has ended, named by a request.
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { CHAT } from '../../support/sample-bodies.ts'

it.each([
  ['palm', 'Use "google"'],
  ['lepton', 'Use "nvidia"'],
])('%s is refused with what took its place', async (provider, sentence) => {
  const { call, upstream } = createHarness({})
  const headers = { 'x-gateway-provider': provider, authorization: 'Bearer k' }
  const reply = await call({ headers, body: CHAT })
  expect(reply).toMatchObject({
    status: 400,
    json: { error: { param: 'provider', message: expect.stringContaining(sentence) } },
  })
  expect(upstream.sent).toEqual([])
})

it('a new provider is called at its own address', async () => {
  const { call, upstream } = createHarness({})
  const headers = { 'x-gateway-provider': 'lemonfox-ai', authorization: 'Bearer k' }
  await call({ headers, body: { ...CHAT, max_completion_tokens: 5 } })
  expect(upstream.sent[0]).toMatchObject({
    origin: 'https://api.lemonfox.ai',
    path: '/v1/chat/completions',
    json: { max_tokens: 5 },
  })
})
