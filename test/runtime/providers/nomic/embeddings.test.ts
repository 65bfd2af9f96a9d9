// Embeddings of Nomic, through the gateway.
import { expect, it, test } from 'vitest'
import { packVector } from '../../../../runtime/wire/embeddings.ts'
import { createHarness } from '../../../support/harness.ts'

const REPLY = {
  embeddings: [
    [0.5, 1],
    [1, 2],
  ],
  usage: { prompt_tokens: 3, total_tokens: 3 },
  model: 'nomic-embed-text-v1.5',
}

async function embed(more: object, answer: object = REPLY) {
  const here = createHarness({
    manifest: { providers: { nomic: { provider: 'nomic', api_key: '${env:KEY}' } } },
    environment: { KEY: 'k' },
    script: [{ status: 200, body: answer }],
  })
  const body = { model: '@nomic/nomic-embed-text-v1.5', input: ['a', 'b'], ...more }
  const reply = await here.call({ path: '/embeddings', body })
  return { reply, sent: here.upstream.sent[0] }
}

test('texts are sent to its own path, and vectors are in the vendor schema', async () => {
  const { reply, sent } = await embed({ dimensions: 256, task_type: 'search_query', user: 'u' })
  expect([sent?.path, sent?.json]).toEqual([
    '/v1/embedding/text',
    { model: 'nomic-embed-text-v1.5', texts: ['a', 'b'], dimensionality: 256, task_type: 'search_query' },
  ])
  expect(reply.json).toEqual({
    object: 'list',
    data: REPLY.embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: 'nomic-embed-text-v1.5',
    usage: REPLY.usage,
  })
  expect(reply.outcome?.reply.dropped).toEqual(['user'])
})

test('base64 is packed by the gateway', async () => {
  const { reply, sent } = await embed({ encoding_format: 'base64' })
  expect(sent?.json).toEqual({ model: 'nomic-embed-text-v1.5', texts: ['a', 'b'] })
  expect(reply.json).toMatchObject({ data: REPLY.embeddings.map(each => ({ embedding: packVector(each) })) })
})

it.each<readonly [title: string, more: object, answer: object, status: number]>([
  ['token ids are refused', { input: [1, 2] }, REPLY, 400],
  ['a reply without vectors is a failure', {}, { detail: 'No.' }, 502],
])('%s', async (_title, more, answer, status) => {
  expect((await embed(more, answer)).reply.status).toBe(status)
})
