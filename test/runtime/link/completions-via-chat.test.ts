// Text completions at providers that have chats alone: served as chats where the meaning is kept.

import { describe, expect, it } from 'vitest'
import { claudeMessage } from '../../support/claude.ts'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const manifest = {
  providers: {
    ...STORED_PROVIDERS.providers,
    mistral: { provider: 'mistral', api_key: '${env:MAIN_KEY}' },
    moon: { provider: 'moonshot', api_key: '${env:MAIN_KEY}' },
    aws: {
      provider: 'bedrock',
      cloud1_region: 'us-east-1',
      cloud1_access_key_id: '${env:MAIN_KEY}',
      cloud1_secret_access_key: '${env:MAIN_KEY}',
    },
  },
}
const complete = async (model: string, body: object, step: Step = { status: 500 }) => {
  const here = createHarness({ manifest, script: [step] })
  const reply = await here.call({ path: '/completions', body: { model, ...body } })
  return { reply, sent: here.upstream.sent[0] }
}
const MESSAGE: Step = {
  status: 200,
  body: claudeMessage([{ type: 'text', text: ' there' }], { stop_reason: 'max_tokens' }),
}
const event = (body: object): string => `event: x\ndata: ${JSON.stringify(body)}\n\n`
const EVENTS = [
  { type: 'message_start', message: { model: 'claude', usage: { input_tokens: 3, output_tokens: 0 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' th' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ere' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
].map(event)
const parsed = (events: readonly string[]) =>
  events.map(text => (text === '[DONE]' ? text : (JSON.parse(text) as Record<string, unknown>)))

describe('A text completion where the provider has chats alone', () => {
  it('is a chat of one message and returned as a text completion', async () => {
    const { reply, sent } = await complete(
      '@claude/claude-sonnet-5-5',
      { prompt: ['Hello'], max_tokens: 5, stop: ['.'], echo: false, best_of: 1, n: 1, logprobs: null },
      MESSAGE,
    )
    expect([sent?.path, sent?.json]).toEqual([
      '/v1/messages',
      {
        model: 'claude-sonnet-5-5',
        messages: [{ role: 'user', content: 'Hello' }],
        max_tokens: 5,
        stop_sequences: ['.'],
      },
    ])
    expect(reply.json).toEqual({
      id: expect.stringMatching(/^cmpl-/),
      object: 'text_completion',
      created: expect.any(Number),
      model: 'claude',
      choices: [{ text: ' there', index: 0, logprobs: null, finish_reason: 'length' }],
      usage: expect.objectContaining({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }),
    })
    expect(reply.outcome?.reply.dropped).toBeUndefined()
  })

  it('keeps the default length of text completions', async () => {
    const { sent } = await complete(
      '@moon/kimi',
      { prompt: 'Hello' },
      { status: 200, body: completion('Hi') },
    )
    expect(sent?.json).toEqual({
      model: 'kimi',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 16,
    })
  })

  it('is streamed', async () => {
    const body = { prompt: 'Hello', stream: true }
    const plain = parsed((await complete('@claude/claude', body, { events: EVENTS })).reply.events)
    const choices = plain.map(each => (typeof each === 'string' ? each : each['choices']))
    expect(choices).toEqual([
      [{ text: ' th', index: 0, logprobs: null, finish_reason: null }],
      [{ text: 'ere', index: 0, logprobs: null, finish_reason: null }],
      [{ text: '', index: 0, logprobs: null, finish_reason: 'stop' }],
      '[DONE]',
    ])
    const counted = { ...body, stream_options: { include_usage: true } }
    const more = parsed((await complete('@claude/claude', counted, { events: EVENTS })).reply.events)
    expect(more.at(-2)).toMatchObject({ choices: [], usage: { total_tokens: 5 } })
  })

  it('is streamed from a provider of the vendor’s schema', async () => {
    const events = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'Hi' }),
      chunk({}, 'length'),
      DONE,
    ]
    const { reply } = await complete('@moon/kimi', { prompt: 'Hello', stream: true }, { events })
    expect(parsed(reply.events)).toMatchObject([
      { object: 'text_completion', choices: [{ text: 'Hi' }] },
      { choices: [{ text: '', finish_reason: 'length' }] },
      '[DONE]',
    ])
  })

  it('returns the provider’s error', async () => {
    const step: Step = { status: 429, headers: ['retry-after', '3'], body: { error: { message: 'slow' } } }
    const { reply } = await complete('@claude/claude', { prompt: 'Hello' }, step)
    expect([reply.status, reply.headers['retry-after'], reply.json]).toMatchObject([
      429,
      '3',
      { error: { message: 'Anthropic: slow' } },
    ])
  })

  it.each<[object, string]>([
    [{ prompt: ['a', 'b'] }, 'prompt'],
    [{ prompt: [1, 2] }, 'prompt'],
    [{}, 'prompt'],
    [{ prompt: 'a', echo: true }, 'echo'],
    [{ prompt: 'a', logprobs: 0 }, 'logprobs'],
    [{ prompt: 'a', suffix: 'b' }, 'suffix'],
    [{ prompt: 'a', best_of: 2 }, 'best_of'],
    [{ prompt: 'a', max_tokens: 0 }, 'max_tokens'],
  ])('is refused by name: %j', async (body, param) => {
    const { reply, sent } = await complete('@claude/claude', body)
    expect([reply.status, sent]).toEqual([400, undefined])
    expect(reply.json).toMatchObject({ error: { param, message: expect.stringContaining(param) } })
  })

  it('is served by the chat models of AWS too, and by its text models natively', async () => {
    const { sent } = await complete('@aws/amazon.nova-lite-v1:0', { prompt: 'Hello' })
    expect([sent?.path, sent?.json]).toMatchObject([
      '/model/amazon.nova-lite-v1%3A0/converse',
      { messages: [{ role: 'user', content: [{ text: 'Hello' }] }], inferenceConfig: { maxTokens: 16 } },
    ])
    const { sent: native } = await complete('@aws/meta.llama3-8b-instruct-v1:0', { prompt: 'Hello' })
    expect(native?.path).toBe('/model/meta.llama3-8b-instruct-v1%3A0/invoke')
  })
})

describe('Fill-in-the-middle of Mistral', () => {
  const body = { prompt: 'def f(', suffix: 'return x', max_tokens: 9, seed: 1, user: 'u' }

  it('is at its own route for Codestral', async () => {
    const { reply, sent } = await complete('@mistral/codestral-latest', body, {
      status: 200,
      body: completion('x):'),
    })
    expect([sent?.path, sent?.json]).toEqual([
      '/v1/fim/completions',
      { model: 'codestral-latest', prompt: 'def f(', suffix: 'return x', max_tokens: 9, random_seed: 1 },
    ])
    expect(reply.json).toMatchObject({ object: 'text_completion', choices: [{ text: 'x):', index: 0 }] })
    expect(reply.outcome?.reply.dropped).toEqual(['user'])
  })

  it('is streamed', async () => {
    const events = [chunk({ content: 'x' }), chunk({ content: '):' }, 'stop'), DONE]
    const { reply, sent } = await complete('@mistral/codestral-latest', { ...body, stream: true }, { events })
    expect(sent?.json).toMatchObject({ stream: true })
    expect(parsed(reply.events)).toMatchObject([
      { choices: [{ text: 'x', finish_reason: null }] },
      { choices: [{ text: '):', finish_reason: 'stop' }] },
      '[DONE]',
    ])
  })

  it('is a chat for other models, without a suffix', async () => {
    const step: Step = { status: 200, body: completion('Hi') }
    const { sent } = await complete('@mistral/mistral-small-latest', { prompt: 'Hello' }, step)
    expect(sent?.path).toBe('/v1/chat/completions')
    const { reply } = await complete('@mistral/mistral-small-latest', body)
    expect(reply.json).toMatchObject({ error: { param: 'suffix' } })
  })
})
