// `stream` is a boolean on every route that streams: providers disagree about any other value, so none gets it.
import { describe, expect, it } from 'vitest'
import { endpointFacts } from '../../../runtime/values/endpoints.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const ENDPOINTS = Object.entries(endpointFacts)
  .filter(([, { streamFormat, requestBody }]) => streamFormat !== undefined && requestBody !== 'form')
  .map(([endpoint]) => endpoint)

const send = async (path: string, stream: unknown) => {
  const { call, upstream } = createHarness({
    manifest: { providers: { main: { provider: 'openai', api_key: '${env:KEY}' } } },
    environment: { KEY: 'k' },
    script: [{ status: 200, body: completion('Hello') }],
  })
  const reply = await call({
    path,
    headers: { 'content-type': 'application/json' },
    body: {
      ...{ model: '@main/m', max_tokens: 5, prompt: 'Hello', input: 'Hello', stream },
      messages: [{ role: 'user', content: 'Hello' }],
    },
  })
  return { status: reply.status, json: reply.json, calls: upstream.sent.length }
}

describe.each(ENDPOINTS)('/%s', endpoint => {
  it.each(['true', 'false', '', 1, 0, {}, []])('refuses %j', async stream => {
    const { status, json, calls } = await send(`/${endpoint}`, stream)
    expect(status).toBe(400)
    expect(json).toMatchObject({
      error: { message: expect.stringMatching(/^"?stream"? must be/), param: 'stream' },
    })
    expect(calls).toBe(0)
  })
})

it.each([false, null, undefined])('a chat with %j is answered as a whole', async stream => {
  const { status, json, calls } = await send('/chat/completions', stream)
  expect([status, calls]).toEqual([200, 1])
  expect(json).toMatchObject({ object: 'chat.completion' })
})

it('a route that does not stream leaves it to the provider', async () => {
  expect((await send('/embeddings', 'true')).calls).toBe(1)
})
