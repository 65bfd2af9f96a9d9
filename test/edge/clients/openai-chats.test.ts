// OpenAI's SDK at strict providers of five dialects: chats whole and streamed, structured outputs, tools by choice.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { CITY } from '../../support/dialects/scripted-model.ts'
import { CITY_SCHEMA, PARAMETERS } from './tools.ts'

let harness: ProviderHarness
let client: OpenAI

beforeAll(async () => {
  harness = await startProviderHarness()
  client = new OpenAI({ baseURL: harness.gateway.url, apiKey: 'unused', maxRetries: 0 })
})
afterAll(() => harness.stop())

const messages = [{ role: 'user' as const, content: 'Grüezi 🌍' }]
const format = { name: 'city', strict: true, schema: CITY_SCHEMA }

describe.each(Object.entries(MODELS))('%s', (_, model) => {
  it('a chat, whole', async () => {
    const reply = await client.chat.completions.create({ model, messages })
    expect(reply).toMatchObject({ object: 'chat.completion', id: expect.any(String) })
    expect(reply.choices).toMatchObject([
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'You said: Grüezi 🌍' } },
    ])
    expect(reply.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 })
  })

  it.each([true, false])('a chat, streamed, usage requested: %s', async include_usage => {
    const stream = await client.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage },
    })
    const chunks = await Array.fromAsync(stream)
    const deltas = chunks.flatMap(chunk => chunk.choices.map(({ delta }) => delta))
    expect(deltas.map(delta => delta.content ?? '').join('')).toBe('You said: Grüezi 🌍')
    expect(deltas.map(delta => delta.role).filter(Boolean)).toEqual(['assistant'])
    expect(new Set(chunks.map(({ id, created }) => `${id} ${created}`)).size).toBe(1)
    expect(chunks.flatMap(chunk => chunk.choices.flatMap(choice => choice.finish_reason ?? []))).toEqual([
      'stop',
    ])
    const usages = chunks.flatMap(chunk => chunk.usage ?? [])
    expect(usages.map(usage => usage.total_tokens)).toEqual(include_usage ? [18] : [])
  })

  it('a value in a schema, parsed', async () => {
    const reply = await client.chat.completions.parse({
      model,
      messages,
      response_format: { type: 'json_schema', json_schema: format },
    })
    expect(reply.choices[0]?.message.parsed).toEqual(CITY)
  })

  it('a value in a schema, streamed', async () => {
    const stream = client.chat.completions.stream({
      model,
      messages,
      response_format: { type: 'json_schema', json_schema: format },
    })
    expect((await stream.finalChatCompletion()).choices[0]?.message.parsed).toEqual(CITY)
  })

  it('the runner of tools', async () => {
    const runner = client.chat.completions.runTools({
      model,
      messages,
      stream: true,
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'The weather of a city.',
            parameters: { ...PARAMETERS, required: [...PARAMETERS.required] },
            parse: JSON.parse,
            function: ({ city }: { city: string }) => `fine in ${city}`,
          },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('fine in Zürich; fine in Bern')
  })
})
