// Lists of texts for providers that take fewer at a time: split, sent in parallel, and returned as one reply.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { createHarness, type HarnessOptions } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { settle } from '../../support/virtual-clock.ts'

const manifest = {
  providers: {
    titan: {
      provider: 'bedrock',
      cloud1_region: 'us-east-1',
      cloud1_access_key_id: '${env:SECRET}',
      cloud1_secret_access_key: '${env:SECRET}',
    },
    vertex: {
      provider: 'vertex',
      cloud3_region: 'us-central1',
      cloud3_project_id: 'p',
      api_key: '${env:SECRET}',
    },
    cohere: { provider: 'cohere', api_key: '${env:SECRET}' },
    gemini: { provider: 'google', api_key: '${env:SECRET}' },
    dashscope: { provider: 'dashscope', api_key: '${env:SECRET}' },
    voyage: { provider: 'voyage', api_key: '${env:SECRET}' },
    mistral: { provider: 'mistral', api_key: '${env:SECRET}' },
  },
}
const TITAN = '@titan/amazon.titan-embed-text-v2:0'
const vector = (value: number, tokens = 2): Step => ({
  status: 200,
  body: { embedding: [value, 0.5], inputTextTokenCount: tokens },
})

const LIST: Step = {
  status: 200,
  body: {
    object: 'list',
    data: [{ index: 0, embedding: [1] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
}

const setUp = (script: readonly Step[], more: HarnessOptions = {}) => {
  const here = createHarness({ manifest, environment: { SECRET: 'secret' }, script, ...more })
  const embed = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    here.call({ path: '/embeddings', body, headers })
  return { ...here, embed }
}

describe('A list of texts for a model that takes one', () => {
  it('is sent in parts and returned as one reply, in order and with the usage of all', async () => {
    const { embed, upstream } = setUp([vector(1), vector(2, 3), vector(3, 4)])
    const reply = await embed({ model: TITAN, input: ['a', 'b', 'c'], dimensions: 256, user: 'u' })
    expect(upstream.sent.map(({ json }) => json)).toEqual(
      ['a', 'b', 'c'].map(inputText => ({ inputText, dimensions: 256 })),
    )
    expect(reply.json).toEqual({
      object: 'list',
      data: [1, 2, 3].map((value, index) => ({ object: 'embedding', index, embedding: [value, 0.5] })),
      model: 'amazon.titan-embed-text-v2:0',
      usage: { prompt_tokens: 9, total_tokens: 9 },
    })
    expect(reply.outcome?.reply.dropped).toEqual(['user'])
    expect(reply.outcome?.record).toMatchObject({
      attempts: [{ provider: 'bedrock', status: 200 }],
      usage: { prompt_tokens: 9, total_tokens: 9 },
    })
  })

  it('keeps base64 vectors', async () => {
    const { embed } = setUp([vector(1), vector(2)])
    const { json } = await embed({ model: TITAN, input: ['a', 'b'], encoding_format: 'base64' })
    expect(json).toMatchObject({ data: [{ embedding: 'AACAPwAAAD8=' }, { embedding: 'AAAAQAAAAD8=' }] })
  })

  it.each<[model: string, step: Step, inputs: number, requests: number]>([
    [
      '@vertex/gemini-embedding-001',
      {
        status: 200,
        body: { predictions: [{ embeddings: { values: [1], statistics: { token_count: 1 } } }] },
      },
      3,
      3,
    ],
    [
      '@vertex/gemini-embedding-2',
      { status: 200, body: { embedding: { values: [1] }, usageMetadata: { promptTokenCount: 1 } } },
      2,
      2,
    ],
    ['@cohere/embed-v4.0', { status: 200, body: { embeddings: { float: [[1]] } } }, 97, 2],
    ['@gemini/gemini-embedding-001', { status: 200, body: { embeddings: [{ values: [1] }] } }, 201, 3],
    ['@dashscope/text-embedding-v4', LIST, 21, 3],
    ['@voyage/voyage-3.5', LIST, 129, 2],
    ['@mistral/mistral-embed', LIST, 513, 2],
  ])('%s', async (model, step, inputs, requests) => {
    const { embed, upstream } = setUp(Array.from({ length: requests }, () => step))
    const reply = await embed({ model, input: Array.from({ length: inputs }, () => 'a') })
    expect(reply.status).toBe(200)
    expect(upstream.sent).toHaveLength(requests)
    expect(asObject(reply.json as never)['data']).toHaveLength(requests)
  })

  it.each(['@dashscope/text-embedding-v4', '@voyage/voyage-3.5', '@mistral/mistral-embed', TITAN])(
    'must be texts, not token ids: %s',
    async model => {
      const { embed, upstream } = setUp([])
      for (const input of [
        [1, 2],
        [[1, 2], [3]],
      ]) {
        const reply = await embed({ model, input })
        expect(reply.json).toMatchObject({
          error: { code: 'invalid_request', param: 'input', message: expect.stringContaining('token ids') },
        })
      }
      expect(upstream.sent).toEqual([])
    },
  )

  it('of a config is split as well', async () => {
    const configs = { fixed: { provider: '@titan', override_params: { input: ['x', 'y'] } } }
    const { embed, upstream } = setUp([vector(1), vector(2)], { configs })
    await embed({ model: 'amazon.titan-embed-text-v2:0', input: 'a' }, { 'x-gateway-config': 'fixed' })
    expect(upstream.sent.map(({ json }) => json)).toEqual([{ inputText: 'x' }, { inputText: 'y' }])
  })

  it('has at most eight requests in flight', async () => {
    const { call, upstream } = setUp(Array.from({ length: 20 }, () => 'silence' as const))
    const cancellation = createCancellation()
    const input = Array.from({ length: 20 }, () => 'a')
    const reply = call({ path: '/embeddings', body: { model: TITAN, input }, cancellation })
    await settle()
    expect(upstream.sent).toHaveLength(8)
    cancellation.cancel()
    await reply
    expect([upstream.sent.length, upstream.cancelled()]).toEqual([8, 8])
  })

  it('may not be longer than at OpenAI', async () => {
    const { embed, upstream } = setUp([])
    const reply = await embed({ model: TITAN, input: Array.from({ length: 2049 }, () => 'a') })
    expect([reply.status, reply.json, upstream.sent.length]).toMatchObject([
      400,
      { error: { param: 'input', message: 'input must contain at most 2048 entries.' } },
      0,
    ])
  })
})

describe('One failing part', () => {
  const limited: Step = {
    status: 429,
    headers: ['x-amzn-errortype', 'ThrottlingException', 'retry-after', '7'],
    body: { message: 'Too many requests' },
  }

  it('fails the call with that error and cancels the others', async () => {
    const { embed, upstream } = setUp(['silence', limited, 'silence'])
    const reply = await embed({ model: TITAN, input: ['a', 'b', 'c'] })
    expect([reply.status, reply.headers['retry-after'], upstream.cancelled()]).toEqual([429, '7', 2])
    expect(reply.json).toMatchObject({ error: { message: expect.stringContaining('Too many requests') } })
    expect(reply.outcome?.record.attempts).toMatchObject([{ status: 429 }])
  })

  it('is retried as one call', async () => {
    const configs = { again: { provider: '@titan', retry: { attempts: 1 } } }
    const { embed, upstream, clock } = setUp([vector(1), { status: 503, body: {} }, vector(1), vector(2)], {
      configs,
    })
    const reply = embed(
      { model: 'amazon.titan-embed-text-v2:0', input: ['a', 'b'] },
      { 'x-gateway-config': 'again' },
    )
    await clock.advance(5000)
    expect(upstream.sent).toHaveLength(4)
    expect((await reply).json).toMatchObject({ data: [{ embedding: [1, 0.5] }, { embedding: [2, 0.5] }] })
    expect((await reply).outcome?.reply.retries).toBe(1)
  })

  it('is found before anything is sent where it cannot be expressed', async () => {
    const { embed, upstream } = setUp([])
    const reply = await embed({ model: TITAN, input: ['a', [1, 2]] })
    expect(reply.json).toMatchObject({
      error: { param: 'input', message: expect.stringContaining('token ids') },
    })
    expect(upstream.sent).toEqual([])
  })
})

it.each([[[1, 2]], [[[1], [2]]]])('token ids are refused by name: %j', async input => {
  for (const model of [TITAN, '@vertex/text-embedding-005', '@cohere/embed-v4.0']) {
    const reply = await setUp([]).embed({ model, input })
    expect(reply.json).toMatchObject({
      error: { param: 'input', message: expect.stringContaining('token ids') },
    })
  }
})
