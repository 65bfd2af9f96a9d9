// Clients of the vendor request vectors in base64 by themselves: where the host answers with numbers, the gateway encodes them.
import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const VECTORS = [
  [0.25, -1.5, 3],
  [1e-7, 0.1, 0],
]
const replyOf = (vectors: readonly unknown[]): object => ({
  object: 'list',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  model: 'm',
  usage: { prompt_tokens: 2, total_tokens: 2 },
})
/** The vendor's own packing: https://platform.openai.com/docs/api-reference/embeddings/create, 2026-11. */
const packed = (vector: readonly number[]): string =>
  Buffer.from(new Float32Array(vector).buffer).toString('base64')

const KEY = { api_key: '${env:KEY}' }
const HOSTS: Readonly<Record<string, object>> = {
  ollama: { provider: 'ollama' },
  mistral: { provider: 'mistral', ...KEY },
  vllm: { provider: 'vllm', custom_host: 'https://host.example/v1' },
  compatible: { provider: 'openai-compatible', custom_host: 'https://host.example/v1' },
  together: { provider: 'together', ...KEY },
  dashscope: { provider: 'dashscope', ...KEY },
  'a strict config': { provider: 'ollama', strict_vendor_compliance: true },
}

const answering = (config: object, body: object) =>
  createHarness({ configs: { c: config }, environment: { KEY: 'k' }, script: [{ status: 200, body }] })

async function textOf(config: object, sent: object, encoding?: string): Promise<string> {
  const here = answering(config, sent)
  const body = { model: 'm', input: ['a', 'b'], ...(encoding && { encoding_format: encoding }) }
  const reply = await here.call({ path: '/embeddings', headers: { 'x-gateway-config': 'c' }, body })
  expect(reply.status, reply.text).toBe(200)
  return reply.text
}

it.each(Object.entries(HOSTS))(
  'numbers of %s reach the client of the vendor as it packs them',
  async (_, config) => {
    const here = answering(config, replyOf(VECTORS))
    const client = new OpenAI({
      apiKey: 'unused',
      baseURL: 'http://gateway.example/v1',
      fetch: async (_url, init) => {
        const body = JSON.parse(String(init?.body)) as object
        expect(body).toMatchObject({ encoding_format: 'base64' })
        const reply = await here.call({ path: '/embeddings', headers: { 'x-gateway-config': 'c' }, body })
        return new Response(reply.text, { status: reply.status, headers: reply.headers })
      },
    })
    const { data, usage } = await client.embeddings.create({ model: 'm', input: ['a', 'b'] })
    expect(data.map(({ embedding }) => embedding)).toEqual(
      VECTORS.map(vector => [...new Float32Array(vector)]),
    )
    expect(usage.prompt_tokens).toBe(2)
  },
)

it.each(Object.entries(HOSTS))(
  'vectors that %s packs stay, and so do numbers that are requested',
  async (_, config) => {
    const inBase64 = replyOf(VECTORS.map(packed))
    expect(JSON.parse(await textOf(config, inBase64, 'base64'))).toEqual(inBase64)
    expect(JSON.parse(await textOf(config, replyOf(VECTORS), 'base64'))).toEqual(inBase64)
    expect(JSON.parse(await textOf(config, replyOf(VECTORS), 'float'))).toEqual(
      replyOf([
        [0.25, -1.5, 3],
        [1e-7, 0.1, 0],
      ]),
    )
    expect(JSON.parse(await textOf(config, replyOf(VECTORS)))).toEqual(
      replyOf([
        [0.25, -1.5, 3],
        [1e-7, 0.1, 0],
      ]),
    )
  },
)

it('replies of the vendor pass unread', async () => {
  const text = JSON.stringify(replyOf(VECTORS), null, 1)
  const here = createHarness({
    configs: { c: { provider: 'openai', ...KEY } },
    environment: { KEY: 'k' },
    script: [{ status: 200, text }],
  })
  const body = { model: 'm', input: 'a', encoding_format: 'base64' }
  expect((await here.call({ path: '/embeddings', headers: { 'x-gateway-config': 'c' }, body })).text).toBe(
    text,
  )
})
