// Vercel's AI SDK with two of its providers, over chats, responses and messages: text, structured outputs,
// multi-step agents.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, type LanguageModel, Output, stepCountIs, streamText, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { CITY } from '../../support/dialects/scripted-model.ts'
import { BOTH_ROUNDS, CITY_SCHEMA, NAMES, PARAMETERS, run } from './tools.ts'

let harness: ProviderHarness
/** The APIs that the SDK can use for a model. */
let apis: Readonly<Record<Way, (model: string) => LanguageModel>>

type Way = 'chat' | 'responses' | 'messages'
const WAYS = ['chat', 'responses', 'messages'] as const

beforeAll(async () => {
  harness = await startProviderHarness()
  const openai = createOpenAI({ baseURL: harness.gateway.url, apiKey: 'unused' })
  const anthropic = createAnthropic({ baseURL: harness.gateway.url, apiKey: 'unused' })
  apis = { chat: openai.chat, responses: openai.responses, messages: anthropic }
})
afterAll(() => harness.stop())

const tools = Object.fromEntries(
  NAMES.map(name => [
    name,
    tool({
      description: `The ${name} of a city.`,
      inputSchema: jsonSchema<{ city: string }>({ ...PARAMETERS, required: [...PARAMETERS.required] }),
      execute: input => run(name, input),
    }),
  ]),
)

/** Responses are stored at OpenAI unless the client opts out; other providers do not store them. */
const stateless = { openai: { store: false } }
const requestFor = (way: Way, model: string) => ({
  model: apis[way](model),
  maxRetries: 0,
  maxOutputTokens: 2000,
  providerOptions: stateless,
})

const pairs = WAYS.flatMap(way => Object.entries(MODELS).map(([slug, model]) => [way, slug, model] as const))

describe.each(pairs)('%s at %s', (way, _, model) => {
  it('text, with usage', async () => {
    const { text, finishReason, usage } = await generateText({
      ...requestFor(way, model),
      prompt: 'Grüezi 🌍',
    })
    expect([text, finishReason]).toEqual(['You said: Grüezi 🌍', 'stop'])
    expect(usage).toMatchObject({ inputTokens: 11, outputTokens: 7 })
  })

  it('text, streamed', async () => {
    const { textStream, finishReason } = streamText({ ...requestFor(way, model), prompt: 'Grüezi 🌍' })
    expect((await Array.fromAsync(textStream)).join('')).toBe('You said: Grüezi 🌍')
    expect(await finishReason).toBe('stop')
  })

  it('a value in a schema', async () => {
    const schema = jsonSchema<typeof CITY>({ ...CITY_SCHEMA, required: [...CITY_SCHEMA.required] })
    const { output } = await generateText({
      ...requestFor(way, model),
      prompt: 'Which city?',
      output: Output.object({ schema, name: 'city' }),
    })
    expect(output).toEqual(CITY)
  })

  it('an agent of three steps, whole and streamed', async () => {
    const body = { ...requestFor(way, model), prompt: 'How is it there?', tools, stopWhen: stepCountIs(5) }
    const whole = await generateText(body)
    expect([whole.text, whole.steps.length]).toEqual([BOTH_ROUNDS, 3])
    const streamed = streamText(body)
    expect([await streamed.text, (await streamed.steps).length]).toEqual([BOTH_ROUNDS, 3])
  })

  it('a failure is an error of the SDK', async () => {
    const limited = generateText({ ...requestFor(way, model.replace(/\/.*/, '/limited')), prompt: 'Hello' })
    await expect(limited).rejects.toMatchObject({
      name: 'AI_APICallError',
      statusCode: 429,
      message: expect.stringContaining('The model is limited.'),
      responseHeaders: { 'retry-after': '7' },
    })
  })
})

describe('responses that the client expects to be stored', () => {
  const agent = (model: string) => {
    const { providerOptions: _, ...body } = requestFor('responses', model)
    return generateText({ ...body, prompt: 'How is it there?', tools, stopWhen: stepCountIs(5) })
  }

  it('are stored by OpenAI', async () => {
    expect((await agent(MODELS.openai)).text).toBe(BOTH_ROUNDS)
  })

  it('are not stored by other providers, and the error suggests a fix', async () => {
    await expect(agent(MODELS.claude)).rejects.toThrow('"store": false')
  })
})
