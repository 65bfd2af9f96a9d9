// Clients of other inbound APIs with providers that do not support them: served via chat, in the client's API.

import { describe, expect, it } from 'vitest'
import { claudeMessage } from '../../support/claude.ts'
import { createHarness } from '../../support/harness.ts'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const MESSAGE = { model: 'gpt-4o', max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] }
const RESPONSE = { model: 'gpt-4o', input: 'Hello' }

const send = async (path: string, provider: string, body: object, step: Step) => {
  const here = createHarness({ script: [step] })
  const reply = await here.call({ path, headers: { 'x-gateway-provider': provider }, body })
  return { reply, sent: here.upstream.sent[0] }
}

describe('messages, where the provider supports the API', () => {
  it('pass byte for byte, with the headers of the dialect', async () => {
    const here = createHarness({ script: [{ status: 200, text: '{"id": "msg_1", "content": []}' }] })
    const reply = await here.call({
      path: '/messages',
      headers: { 'x-gateway-provider': '@claude', 'anthropic-beta': 'files-api' },
      body: { ...MESSAGE, unknown: 1 },
    })
    const [sent] = here.upstream.sent
    expect([sent?.path, sent?.json, reply.text]).toEqual([
      '/v1/messages',
      { ...MESSAGE, unknown: 1 },
      '{"id": "msg_1", "content": []}',
    ])
    expect(sent?.headers).toContain('files-api')
  })
})

describe('messages, where it does not', () => {
  it('become a chat and are returned as a message', async () => {
    const { reply, sent } = await send('/messages', '@main', MESSAGE, { status: 200, body: completion('Hi') })
    expect([sent?.path, sent?.json]).toMatchObject([
      '/v1/chat/completions',
      { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] },
    ])
    expect([reply.status, reply.json]).toMatchObject([
      200,
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    ])
  })

  it('are streamed in the API’s format', async () => {
    const events = [chunk({ role: 'assistant', content: 'Hi' }), chunk({}, 'stop'), DONE]
    const { reply, sent } = await send('/messages', '@main', { ...MESSAGE, stream: true }, { events })
    expect(sent?.json).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect([...reply.text.matchAll(/^event: (.*)$/gm)].map(match => match[1])).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  it('report what a chat cannot express', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1024 }
    const answer = { status: 200, body: completion('Hi') }
    const body = { ...MESSAGE, model: 'gpt-6.1-sol', top_k: 4, thinking }
    const { reply, sent } = await send('/messages', '@main', body, answer)
    expect([sent?.json, reply.outcome?.reply.dropped]).toMatchObject([{ reasoning_effort: 'low' }, ['top_k']])
    expect(sent?.json).not.toHaveProperty('thinking')
    const plain = await send('/messages', '@main', { ...MESSAGE, thinking }, answer)
    expect(plain.sent?.json).not.toHaveProperty('reasoning_effort')
    expect(plain.reply.outcome?.reply.dropped).toEqual(['thinking'])
  })

  it('return an error in the API’s format', async () => {
    const { reply } = await send('/messages', '@main', MESSAGE, {
      status: 429,
      headers: ['retry-after', '7'],
      body: { error: { message: 'slow down' } },
    })
    expect([reply.status, reply.headers['retry-after'], reply.json]).toMatchObject([
      429,
      '7',
      { type: 'error', error: { type: 'rate_limit_error', message: 'OpenAI: slow down' } },
    ])
  })

  it('an invalid messages request is rejected by name', async () => {
    const { max_tokens: _, ...body } = MESSAGE
    const { reply, sent } = await send('/messages', '@main', body, { status: 200 })
    expect([reply.status, sent]).toEqual([400, undefined])
    expect(JSON.stringify(reply.json)).toContain('max_tokens')
  })
})

describe('responses, where the provider does not support the API', () => {
  it('become a chat in the provider’s own dialect and are returned as a response', async () => {
    const { reply, sent } = await send(
      '/responses',
      '@claude',
      { ...RESPONSE, model: 'claude' },
      { status: 200, body: claudeMessage([{ type: 'text', text: 'Hi' }]) },
    )
    expect(sent?.path).toBe('/v1/messages')
    expect(reply.json).toMatchObject({
      object: 'response',
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }],
      usage: { input_tokens: 3, output_tokens: 2 },
    })
  })
})

describe('fallback between a provider that supports the API and one that does not', () => {
  it('the next target sees the original', async () => {
    const here = createHarness({
      configs: {
        both: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@claude' }] },
      },
      script: [
        { status: 500, body: { error: { message: 'down' } } },
        { status: 200, text: '{"id":"msg_1","content":[]}' },
      ],
    })
    await here.call({ path: '/messages', headers: { 'x-gateway-config': 'both' }, body: MESSAGE })
    expect(here.upstream.sent.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/messages'])
    expect(here.upstream.sent[1]?.json).toEqual(MESSAGE)
  })
})

describe('an effort of /responses', () => {
  it('that was honoured is not named as dropped, and one that was replaced has the client’s name', async () => {
    const answer = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }
    const asked = (effort: string, more: object = {}) =>
      send(
        '/responses',
        '@claude',
        { model: 'claude-opus-4-6', input: 'Hello', reasoning: { effort, ...more } },
        { status: 200, body: answer },
      )
    const honoured = await asked('high', { summary: 'auto' })
    expect(honoured.sent?.json).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    })
    expect(honoured.reply.outcome?.reply.dropped ?? []).toEqual([])
    const replaced = await asked('xhigh')
    expect(replaced.sent?.json).toMatchObject({ output_config: { effort: 'max' } })
    expect(replaced.reply.outcome?.reply.dropped).toEqual(['reasoning.effort'])
  })
})
