// LangChain at strict providers of five dialects: invoked, streamed, with bound tools, with structured output;
// embeddings.
import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asObject } from '../../../schemas/values/json.ts'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { CITY } from '../../support/dialects/scripted-model.ts'
import { BOTH_ROUNDS, CITY_SCHEMA, NAMES, PARAMETERS, run } from './tools.ts'

let harness: ProviderHarness

beforeAll(async () => {
  harness = await startProviderHarness()
})
afterAll(() => harness.stop())

const chat = (model: string): ChatOpenAI =>
  new ChatOpenAI({
    model,
    apiKey: 'unused',
    maxRetries: 0,
    useResponsesApi: false,
    configuration: { baseURL: harness.gateway.url },
  })

const tools = NAMES.map(name => ({
  type: 'function' as const,
  function: { name, description: `The ${name} of a city.`, parameters: { ...PARAMETERS } },
}))

describe.each(Object.entries(MODELS))('%s', (_, model) => {
  it('invoked', async () => {
    const reply = await chat(model).invoke('Grüezi 🌍')
    expect(reply.text).toBe('You said: Grüezi 🌍')
    expect(reply.usage_metadata).toMatchObject({ input_tokens: 11, output_tokens: 7, total_tokens: 18 })
  })

  it('streamed', async () => {
    const chunks = await Array.fromAsync(await chat(model).stream('Grüezi 🌍'))
    expect(chunks.map(chunk => chunk.text).join('')).toBe('You said: Grüezi 🌍')
    expect(chunks.flatMap(chunk => asObject(chunk.usage_metadata)['total_tokens'] ?? [])).toEqual([18])
  })

  it('an agent with bound tools', async () => {
    const bound = chat(model).bindTools(tools)
    const messages: BaseMessage[] = [new HumanMessage('How is it there?')]
    for (let turn = 0; turn < 3; turn += 1) {
      const reply = await bound.invoke(messages)
      messages.push(reply)
      for (const { id = '', name, args } of reply.tool_calls ?? [])
        messages.push(new ToolMessage({ tool_call_id: id, content: run(name, args) }))
    }
    expect(messages.at(-1)?.text).toBe(BOTH_ROUNDS)
  })

  it('a value in a schema', async () => {
    const city = chat(model).withStructuredOutput({ ...CITY_SCHEMA }, { name: 'city', method: 'jsonSchema' })
    expect(await city.invoke('Which city?')).toEqual(CITY)
  })
})

it('vectors', async () => {
  const vectors = new OpenAIEmbeddings({
    model: '@openai/text-embedding-3-small',
    apiKey: 'unused',
    configuration: { baseURL: harness.gateway.url },
  })
  expect(await vectors.embedDocuments(['one', 'two'])).toEqual([
    [0.25, -0.5, 1],
    [0.25, -0.5, 1],
  ])
})
