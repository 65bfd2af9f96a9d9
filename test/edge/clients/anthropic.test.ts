// Anthropic's SDK against the gateway: at its own provider transparently, and at strict providers of other
// dialects, whole and streamed.
import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { signed, THOUGHT } from '../../support/dialects/scripted-model.ts'
import { BOTH_ROUNDS, NAMES, PARAMETERS, run } from './tools.ts'

let harness: ProviderHarness
let client: Anthropic

beforeAll(async () => {
  harness = await startProviderHarness({ more: { mock: { provider: 'mock' } } })
  // The SDK adds /v1 itself.
  const baseURL = harness.gateway.url.replace(/\/v1$/, '')
  client = new Anthropic({ baseURL, apiKey: 'unused', maxRetries: 0 })
})
afterAll(() => harness.stop())

type Body = Anthropic.MessageCreateParamsNonStreaming
type CreateMessage = (body: Body) => Promise<Anthropic.Message>

const ways: readonly [string, CreateMessage][] = [
  ['whole', body => client.messages.create(body)],
  ['streamed', body => client.messages.stream(body).finalMessage()],
]

const hello = (model: string): Body => ({
  model,
  max_tokens: 2000,
  messages: [{ role: 'user', content: 'Grüezi 🌍' }],
})

const tools: Anthropic.Tool[] = NAMES.map(name => ({
  name,
  description: `The ${name} of a city.`,
  input_schema: { ...PARAMETERS, required: [...PARAMETERS.required] },
}))

async function agent(createMessage: CreateMessage, model: string, more: Partial<Body> = {}): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'How is it there?' }]
  for (let turn = 0; turn < 5; turn += 1) {
    const reply = await createMessage({
      ...hello(model),
      system: 'You know Switzerland.',
      messages,
      tools,
      ...more,
    })
    const calls = reply.content.filter(block => block.type === 'tool_use')
    expect(reply.stop_reason).toBe(calls.length > 0 ? 'tool_use' : 'end_turn')
    if (calls.length === 0)
      return reply.content.map(block => (block.type === 'text' ? block.text : '')).join('')
    messages.push({ role: 'assistant', content: reply.content })
    const results = calls.map(({ id, name, input }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: run(name, input),
    }))
    messages.push({ role: 'user', content: results })
  }
  throw new Error('The agent never came to an end.')
}

describe.each(Object.entries(MODELS))('%s', (slug, model) => {
  it.each(ways)('a message, %s', async (_, createMessage) => {
    const reply = await createMessage(hello(model))
    expect(reply).toMatchObject({
      type: 'message',
      role: 'assistant',
      stop_reason: 'end_turn',
      stop_sequence: null,
      content: [{ type: 'text', text: 'You said: Grüezi 🌍' }],
      usage: { input_tokens: 11, output_tokens: 7 },
    })
  })

  it.each(ways)('an agent, %s', async (_, createMessage) => {
    expect(await agent(createMessage, model)).toBe(BOTH_ROUNDS)
  })

  it('a stream, event by event', async () => {
    const stream = await client.messages.create({ ...hello(model), stream: true })
    const types = (await Array.fromAsync(stream)).map(event => String(event.type))
    const streamed = types.filter(type => type !== 'ping')
    expect(streamed.filter((type, index) => type !== streamed[index - 1])).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  it.each([
    ['locked', 401, 'authentication_error', Anthropic.AuthenticationError],
    ['limited', 429, 'rate_limit_error', Anthropic.RateLimitError],
    ['overloaded', slug === 'claude' ? 503 : 529, 'overloaded_error', Anthropic.InternalServerError],
  ])('a model that is %s', async (name, status, type, kind) => {
    const failed = client.messages.create(hello(`@${slug}/${name}`))
    await expect(failed).rejects.toBeInstanceOf(kind)
    await expect(failed).rejects.toMatchObject({
      status,
      error: { type: 'error', error: { type, message: expect.stringContaining(`The model is ${name}.`) } },
    })
  })
})

describe('thinking', () => {
  it.each([
    ['claude', '@claude/claude-thinking-1'],
    ['bedrock', '@bedrock/us.anthropic.claude-thinking-1-v1:0'],
  ] as const)('of %s is returned, and goes back signed', async (slug, model) => {
    for (const [, createMessage] of ways) {
      const thinking = { type: 'enabled', budget_tokens: 1024 } as const
      const { content } = await createMessage({ ...hello(model), thinking })
      expect(content[0]).toEqual({ type: 'thinking', thinking: THOUGHT, signature: signed(THOUGHT) })
      const before = harness.providers[slug].received.length
      expect(await agent(createMessage, model, { thinking })).toBe(BOTH_ROUNDS)
      const sent = harness.providers[slug].received.slice(before).map(({ body }) => String(body))
      expect(sent.map(body => body.split(signed(THOUGHT)).length - 1)).toEqual([0, 1, 2])
    }
  })

  it('of Gemini is returned, and its signatures are sent back', async () => {
    for (const [, createMessage] of ways) {
      const thinking = { type: 'enabled', budget_tokens: 1024 } as const
      const before = harness.providers.gemini.received.length
      expect(await agent(createMessage, MODELS.gemini, { thinking })).toBe(BOTH_ROUNDS)
      const sent = harness.providers.gemini.received.slice(before).map(({ body }) => String(body))
      expect(sent.map(body => body.split('"thoughtSignature"').length - 1)).toEqual([0, 1, 2])
      expect(sent.join()).not.toContain('skip_thought_signature_validator')
    }
  })
})

describe('around messages', () => {
  it('the provider that needs no network', async () => {
    for (const [, createMessage] of ways)
      expect((await createMessage(hello('@mock/echo'))).content).toMatchObject([
        { type: 'text', text: 'Grüezi 🌍' },
      ])
  })

  it('tokens are counted by the provider, and estimated elsewhere', async () => {
    const { messages } = hello('')
    const counted = await client.messages.countTokens({ model: MODELS.claude, messages })
    expect(counted.input_tokens).toBeGreaterThan(10)
    const estimated = await client.messages.countTokens({ model: MODELS.cohere, messages })
    expect(estimated.input_tokens).toBeGreaterThan(0)
  })

  it('beta fields reach the provider that supports them', async () => {
    const reply = await client.beta.messages.create({
      ...hello(MODELS.claude),
      betas: ['files-api-2025-04-14'],
    })
    expect(reply.stop_reason).toBe('end_turn')
    expect(harness.providers.claude.received.at(-1)?.headers['anthropic-beta']).toBe('files-api-2025-04-14')
  })

  it('a stream that is left is left at the provider too', async () => {
    const stream = client.messages.stream(hello('@openai/silent'), {
      headers: { 'x-gateway-trace-id': 'left' },
    })
    for await (const event of stream) if (event.type === 'content_block_delta') break
    stream.abort()
    await expect
      .poll(async () => (await harness.gateway.log()).find(line => line['trace'] === 'left'))
      .toMatchObject({
        left: true,
      })
  })
})
