// A provider that answers a request for a stream with whole JSON: the client gets the stream, and the record what was paid.
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { streamText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'

const CHAT = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Send 100.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
}
const WHOLE: Readonly<Record<string, object>> = {
  'chat/completions': CHAT,
  completions: {
    ...{ id: 'c', object: 'text_completion', created: 1, model: 'm', usage: CHAT.usage },
    choices: [{ index: 0, text: 'Send 100.', finish_reason: 'stop', logprobs: null }],
  },
  responses: {
    ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed' },
    output: [
      {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: 'Send 100.', annotations: [] }],
      },
    ],
    usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
  },
  messages: {
    ...{
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'c',
      stop_reason: 'end_turn',
      stop_sequence: null,
    },
    content: [{ type: 'text', text: 'Send 100.' }],
    usage: { input_tokens: 3, output_tokens: 4 },
  },
}

let provider: Provider
let gateway: RunningGateway
let openai: OpenAI
let anthropic: Anthropic

beforeAll(async () => {
  provider = await runProvider((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(WHOLE[request.url?.slice('/v1/'.length) ?? '']))
  })
  const stored = (id: string) => ({
    provider: id,
    api_key: '${env:KEY}',
    custom_host: `${provider.origin}/v1`,
  })
  gateway = await runGateway(
    {
      providers: { openai: stored('openai'), groq: stored('groq'), anthropic: stored('anthropic') },
      trusted_hosts: ['127.0.0.1'],
    },
    {},
    { KEY: 'k' },
  )
  openai = new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
  anthropic = new Anthropic({ baseURL: gateway.url.replace(/\/v1$/, ''), apiKey: 'unused', maxRetries: 0 })
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

const messages = [{ role: 'user' as const, content: 'How much?' }]
const READERS: Readonly<Record<string, (model: string) => Promise<string | null | undefined>>> = {
  'openai, chat': async model => {
    const chat = await openai.chat.completions.stream({ model, messages }).finalChatCompletion()
    return chat.choices[0]?.message.content
  },
  'openai, completions': async model => {
    let text = ''
    for await (const chunk of await openai.completions.create({ model, prompt: 'How much?', stream: true }))
      text += chunk.choices[0]?.text ?? ''
    return text
  },
  'openai, responses': async model =>
    (await openai.responses.stream({ model, input: 'How much?' }).finalResponse()).output_text,
  anthropic: model => anthropic.messages.stream({ model, max_tokens: 100, messages }).finalText(),
  'ai, chat': async model =>
    await streamText({
      model: createOpenAI({ baseURL: gateway.url, apiKey: 'unused' }).chat(model),
      prompt: 'How much?',
    }).text,
}
const CASES = [
  ['openai, chat', '@openai/gpt-6.1-sol'],
  ['openai, chat', '@groq/m'],
  ['openai, completions', '@openai/gpt-3.5-turbo-instruct'],
  ['openai, responses', '@openai/gpt-6.1-sol'],
  ['openai, responses', '@anthropic/claude-opus-4-6'],
  ['anthropic', '@anthropic/claude-opus-4-6'],
  ['anthropic', '@openai/gpt-6.1-sol'],
  ['ai, chat', '@openai/gpt-6.1-sol'],
] as const

describe('Whole JSON for a request for a stream', () => {
  it.each(CASES)('is a stream for %s at %s', async (client, model) => {
    expect(await READERS[client]?.(model)).toBe('Send 100.')
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('has its usage where the client asks for it: %s', async (wanted, count) => {
    const stream = await openai.chat.completions.create({
      ...{ model: '@openai/gpt-6.1-sol', messages, stream: true },
      ...(wanted && { stream_options: { include_usage: true } }),
    })
    const counted: unknown[] = []
    for await (const { usage = null } of stream) if (usage !== null) counted.push(usage)
    expect(counted).toEqual(Array.from({ length: count }, () => expect.objectContaining(CHAT.usage)))
  })

  it('is recorded with its tokens, as a whole reply is', async () => {
    const records = await gateway.log()
    expect(records).toHaveLength(CASES.length + 2)
    for (const record of records)
      expect(record).toMatchObject({ status: 200, tokens: expect.objectContaining({ output: 4 }) })
  })
})
