// Tokens before, by and without the provider: estimates, reported usage in all dialects, and what was produced.
import { describe, expect, it } from 'vitest'
import { estimateTokens, isCountable } from '../../../runtime/limits/estimate-tokens.ts'
import { createStreamSample, producedTokens } from '../../../runtime/limits/produced-tokens.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import type { Endpoint } from '../../../runtime/values/adapter.ts'
import { createBody } from '../../../runtime/values/body/body.ts'
import { costOf } from '../../../runtime/values/prices/cost.ts'
import { readUsage } from '../../../runtime/values/prices/read-usage.ts'

const encoder = new TextEncoder()
const bytesOf = (value: object): Uint8Array => encoder.encode(JSON.stringify(value))
const PASSED = { method: 'POST', resource: undefined, path: '/anything', pathname: '/v1/anything' }
const estimate = (endpoint: Endpoint, body: object) =>
  estimateTokens({ ...PASSED, endpoint, body: createBody(bytesOf(body)) })
const tokensOf = (body: object): number => Math.ceil(JSON.stringify(body).length / 4)

describe('The estimate of a call', () => {
  it.each<readonly [string, Endpoint, object, number]>([
    ['without a cap assumes an output', 'chat/completions', { model: 'm' }, 1024],
    ['knows the cap of chats', 'chat/completions', { max_completion_tokens: 10 }, 10],
    ['knows the cap of completions and messages', 'messages', { max_tokens: 7 }, 7],
    ['knows the cap of responses', 'responses', { max_output_tokens: 9 }, 9],
    ['counts every choice', 'chat/completions', { max_tokens: 10, n: 3 }, 30],
    ['does not believe a cap that is none', 'chat/completions', { max_tokens: -5, n: 1.5 }, 1024],
    ['has no output where a model generates none', 'embeddings', { input: 'x' }, 0],
  ])('%s', (_title, endpoint, body, output) => {
    expect(estimate(endpoint, body)).toEqual({ input: tokensOf(body), output })
  })

  it('takes files in Base64 for files, wherever they are', () => {
    const file = 'A'.repeat(400_000)
    const chat = {
      messages: [{ content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${file}` } }] }],
    }
    const message = { messages: [{ content: [{ type: 'image', source: { type: 'base64', data: file } }] }] }
    expect(estimate('chat/completions', chat).input).toBeLessThan(1_600)
    expect(estimate('messages', message).input).toBeLessThan(1_600)
  })

  it.each([
    ['POST', undefined, false],
    ['GET', undefined, true],
    ['POST', { route: 'files', operation: 'create' }, true],
    ['POST', { route: 'batches', operation: 'create' }, false],
    ['POST', { route: 'batches', operation: 'cancel' }, true],
  ] as const)('of %s with the resource %j can be counted: %s', (method, resource, expected) => {
    const call = { ...PASSED, method, endpoint: undefined, resource: resource as never }
    expect(isCountable(call)).toBe(expected)
    expect(isCountable({ ...call, upgrade: true })).toBe(false)
  })

  it.each([
    ['/realtime?model=gpt-realtime', true],
    ['/realtime', true],
    ['/realtime/translations?model=gpt-realtime-translate', false],
  ])('of a session at %s can be counted: %s', (path, expected) => {
    const session = { path, pathname: path, upgrade: true }
    expect(isCountable({ ...session, method: 'GET', endpoint: undefined, resource: undefined })).toBe(
      expected,
    )
  })

  it.each([
    ['/responses/compact', '/v1/responses/compact', true],
    ['/responses/input_tokens?a=1', '/v1/responses/input_tokens', true],
    ['/responses/compact', '/v1/proxy/responses/compact', false],
    ['/responses/r1/cancel', '/v1/responses/r1/cancel', false],
  ])('of %s, called as %s, can be counted: %s', (path, pathname, expected) => {
    expect(isCountable({ path, pathname, method: 'POST', endpoint: undefined })).toBe(expected)
  })
})

describe('Reported usage', () => {
  it.each([
    [
      'of chats',
      { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 3 } },
      [9, 4, 3],
    ],
    [
      'of responses',
      { input_tokens: 9, output_tokens: 4, input_tokens_details: { cached_tokens: 2 } },
      [9, 4, 2],
    ],
    [
      'of messages',
      { input_tokens: 9, output_tokens: 4, cache_read_input_tokens: 5, cache_creation_input_tokens: 6 },
      [20, 4, 5],
    ],
    ['of embeddings', { prompt_tokens: 9, total_tokens: 9 }, [9, 0, 0]],
    ['with a total alone', { total_tokens: 12 }, [12, 0, 0]],
    ['of a stream without its input', { output_tokens: 4 }, [100, 4, 0]],
  ])('%s is read', (_title, usage, [input, output, cached]) => {
    expect(readUsage(usage, 'openai', 100)).toMatchObject({ input, output, cached })
  })

  it.each([undefined, null, 'many', {}, { prompt_tokens: 'x' }, { prompt_tokens: -1 }])(
    'is not invented from %j',
    usage => {
      expect(readUsage(usage, 'openai', 100)).toBeUndefined()
    },
  )

  it('costs integers, and cached input its own price', () => {
    const price = createPriceList().find('openai', 'gpt-4o-2024-08-06', 0)
    expect(price?.standard).toMatchObject({ input: 2500, output: 10_000, cached: 1250, perNanoDollar: 1 })
    expect(price && costOf({ input: 1001, output: 3, cached: 1000 }, price)).toBe(2500 + 1_250_000 + 30_000)
    expect(createPriceList().find('openai', 'home-made', 0)).toBeUndefined()
  })
})

describe('What was produced', () => {
  const text = 'word '.repeat(80)
  const chunk = (delta: object): string =>
    `data: ${JSON.stringify({ id: 'long-identifier', choices: [{ delta }] })}\n\n`

  it('is the text of a whole reply, not its frame', () => {
    expect(
      producedTokens(
        bytesOf({ id: 'x'.repeat(500), choices: [{ message: { role: 'assistant', content: text } }] }),
      ),
    ).toBe(100)
    expect(producedTokens(encoder.encode('no JSON'))).toBe(0)
  })

  it.each([
    [
      'chats',
      [chunk({ content: text.slice(0, 200) }), chunk({ content: text.slice(200) }), 'data: [DONE]\n\n'],
    ],
    ['tools', [chunk({ tool_calls: [{ function: { arguments: text } }] })]],
    [
      'messages',
      [`data: ${JSON.stringify({ type: 'content_block_delta', delta: { type: 'text_delta', text } })}\n\n`],
    ],
    [
      'responses, whose last events repeat it',
      [
        `data: ${JSON.stringify({ type: 'response.output_text.delta', delta: text })}\n\n`,
        `data: ${JSON.stringify({ type: 'response.output_text.done', text })}\n\n`,
        `data: ${JSON.stringify({ type: 'response.completed', response: { output: [{ content: [{ text }] }] } })}\n\n`,
      ],
    ],
  ])('is the text in the events of %s', (_title, events) => {
    const sample = createStreamSample()
    for (const event of events) sample.add(encoder.encode(event))
    expect(sample.tokens()).toBe(100)
  })

  it('is counted in proportion beyond a sample', () => {
    const sample = createStreamSample()
    const event = encoder.encode(chunk({ content: text }))
    for (let count = 0; count < 5_000; count += 1) sample.add(event)
    expect(Math.abs(sample.tokens() - 500_000)).toBeLessThan(1_000)
  })
})
