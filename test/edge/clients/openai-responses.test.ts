// OpenAI's SDK with the Responses API: bytes pass through to OpenAI, other providers go through the chat
// translation.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { CITY, signed, THOUGHT } from '../../support/dialects/scripted-model.ts'
import { BOTH_ROUNDS, CITY_SCHEMA, NAMES, PARAMETERS, run } from './tools.ts'

let harness: ProviderHarness
let client: OpenAI

beforeAll(async () => {
  harness = await startProviderHarness()
  client = new OpenAI({ baseURL: harness.gateway.url, apiKey: 'unused', maxRetries: 0 })
})
afterAll(() => harness.stop())

type Input = OpenAI.Responses.ResponseInputItem
type CreateResponse = (
  body: OpenAI.Responses.ResponseCreateParamsNonStreaming,
) => Promise<OpenAI.Responses.Response>

const ways: readonly [string, CreateResponse][] = [
  ['whole', body => client.responses.create(body)],
  ['streamed', body => client.responses.stream({ ...body, stream: true }).finalResponse()],
]

const tools: OpenAI.Responses.FunctionTool[] = NAMES.map(name => ({
  type: 'function',
  name,
  description: `The ${name} of a city.`,
  parameters: { ...PARAMETERS },
  strict: true,
}))

/** All items of an answer go back unchanged, as OpenAI requires. */
async function agent(createResponse: CreateResponse, model: string): Promise<string> {
  const input: Input[] = [{ role: 'user', content: 'How is it there?' }]
  for (let turn = 0; turn < 5; turn += 1) {
    const reply = await createResponse({
      model,
      input,
      tools,
      store: false,
      instructions: 'You know Switzerland.',
    })
    const calls = reply.output.filter(item => item.type === 'function_call')
    if (calls.length === 0) return reply.output_text
    // The SDK's input and output types differ in items that no model of these tests produces.
    input.push(...(reply.output as Input[]))
    for (const { call_id, name, arguments: written } of calls)
      input.push({ type: 'function_call_output', call_id, output: run(name, JSON.parse(written)) })
  }
  throw new Error('The agent never came to an end.')
}

describe.each(Object.entries(MODELS))('%s', (_, model) => {
  describe.each(ways)('%s', (way, createResponse) => {
    it('an answer', async () => {
      const reply = await createResponse({ model, input: 'Grüezi 🌍' })
      expect(reply).toMatchObject({ object: 'response', status: 'completed', error: null })
      expect(reply.output_text).toBe('You said: Grüezi 🌍')
      expect(reply.usage).toMatchObject({ input_tokens: 11, output_tokens: 7, total_tokens: 18 })
    })

    it('an agent', async () => {
      expect(await agent(createResponse, model)).toBe(BOTH_ROUNDS)
    })

    it('a value in a schema', async () => {
      const format = { type: 'json_schema' as const, name: 'city', schema: CITY_SCHEMA, strict: true }
      const body = { model, input: 'Which city?', text: { format } }
      const reply =
        way === 'whole'
          ? await client.responses.parse(body)
          : await client.responses.stream({ ...body, stream: true }).finalResponse()
      expect(reply.output_parsed).toEqual(CITY)
    })
  })

  it('events are numbered, begin and end once', async () => {
    const stream = await client.responses.create({ model, input: 'Hello', stream: true })
    const events = await Array.fromAsync(stream)
    expect(events.map(event => event.sequence_number)).toEqual([...events.keys()])
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['response.created', 'response.completed'])
    const text = events.flatMap(event => (event.type === 'response.output_text.delta' ? event.delta : []))
    expect(text.join('')).toBe('You said: Hello')
  })
})

describe.each(ways)('%s', (_, createResponse) => {
  it.each([
    ['claude', '@claude/claude-thinking-1'],
    ['bedrock', '@bedrock/us.anthropic.claude-thinking-1-v1:0'],
  ] as const)('thinking of %s is returned, and goes back signed', async (slug, model) => {
    const reply = await createResponse({ model, input: 'Hello' })
    const [thought] = reply.output.filter(item => item.type === 'reasoning')
    expect(thought?.summary).toMatchObject([{ type: 'summary_text', text: THOUGHT }])
    const before = harness.providers[slug].received.length
    expect(await agent(createResponse, model)).toBe(BOTH_ROUNDS)
    const sent = harness.providers[slug].received.slice(before).map(({ body }) => String(body))
    expect(sent.map(body => body.split(signed(THOUGHT)).length - 1)).toEqual([0, 1, 2])
  })
})

it('stateful features of OpenAI are rejected elsewhere, with a reason', async () => {
  const sentRequest = client.responses.create({
    model: MODELS.claude,
    input: 'And then?',
    previous_response_id: 'resp_1',
  })
  await expect(sentRequest).rejects.toMatchObject({ status: 400, param: 'previous_response_id' })
})
