// Embeddings of Voyage, which counts tokens in the total only.
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const embed = async (usage: object | undefined) => {
  const here = createHarness({
    manifest: { providers: { voyage: { provider: 'voyage', api_key: '${env:KEY}' } } },
    environment: { KEY: 'k' },
    script: [
      { status: 200, body: { object: 'list', data: [{ index: 0, embedding: [1] }], model: 'm', usage } },
    ],
  })
  const body = { model: '@voyage/voyage-3.5', input: 'a', dimensions: 256, priority: 1 }
  const reply = await here.call({ path: '/embeddings', body })
  return { reply, sent: here.upstream.sent[0] }
}

it.each([
  [{ total_tokens: 7 }, { prompt_tokens: 7, total_tokens: 7 }],
  [
    { prompt_tokens: 5, total_tokens: 7 },
    { prompt_tokens: 5, total_tokens: 7 },
  ],
  [undefined, { prompt_tokens: 0, total_tokens: 0 }],
])('usage %j has both counts', async (usage, expected) => {
  const { reply, sent } = await embed(usage)
  expect(reply.json).toMatchObject({ object: 'list', data: [{ embedding: [1] }], usage: expected })
  expect(sent?.json).toEqual({ model: 'voyage-3.5', input: 'a', output_dimension: 256 })
  expect(reply.outcome?.reply.dropped).toEqual(['priority'])
})
