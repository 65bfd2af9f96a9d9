// Chats with `functions` and `function_call`, at providers that have tools in a dialect of their own: whole, streamed, and with a history.
import { describe, expect, it } from 'vitest'
import { createHarness, TRANSLATED_PROVIDERS } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import {
  asStream,
  blockDelta,
  blockStart,
  messageEnd,
  messageStart,
} from '../providers/anthropic/fixtures.ts'

const WEATHER = { name: 'weather', description: 'Of a city', parameters: { type: 'object', properties: {} } }
const CHAT = {
  messages: [{ role: 'user', content: 'Weather?' }],
  functions: [WEATHER],
  max_tokens: 50,
}
const send = async (model: string, step: Step, more: object = {}) => {
  const here = createHarness({ manifest: TRANSLATED_PROVIDERS, script: [step] })
  const reply = await here.call({ path: '/chat/completions', body: { ...CHAT, model, ...more } })
  return { reply, sent: here.upstream.sent[0]?.json as Record<string, unknown> }
}

const use = (name: string) => ({ type: 'tool_use', id: `toolu_${name}`, name, input: { city: 'Oslo' } })
const message = (...content: readonly object[]): Step => ({
  status: 200,
  body: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-6',
    content,
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
})

describe('functions are sent as tools, one call at a time', () => {
  it.each([
    ['@claude/claude-opus-4-6', { tools: [{ name: 'weather', input_schema: WEATHER.parameters }] }],
    ['@gemini/gemini-2.5-flash', { tools: [{ functionDeclarations: [{ name: 'weather' }] }] }],
    ['@command/command-r', { tools: [{ type: 'function', function: { name: 'weather' } }] }],
    ['@llama/llama3', { tools: [{ type: 'function', function: { name: 'weather' } }] }],
  ])('%s', async (model, body) => {
    const { sent, reply } = await send(model, { status: 500, body: {} })
    expect(sent).toMatchObject(body)
    expect(sent).not.toHaveProperty('functions')
    expect(reply.outcome?.reply.dropped ?? []).toEqual([])
  })

  it.each<readonly [unknown, object]>([
    ['none', { type: 'none' }],
    ['auto', { type: 'auto', disable_parallel_tool_use: true }],
    [{ name: 'weather' }, { type: 'tool', name: 'weather', disable_parallel_tool_use: true }],
    [undefined, { type: 'auto', disable_parallel_tool_use: true }],
  ])('function_call: %j', async (function_call, choice) => {
    const { sent } = await send('@claude/claude-opus-4-6', message(use('weather')), { function_call })
    expect(sent['tool_choice']).toEqual(choice)
  })

  it('what cannot be sent is named as the client wrote it', async () => {
    const step = { status: 500, body: {} }
    const forced = await send('@llama/llama3', step, { function_call: { name: 'weather' } })
    expect(forced.reply.outcome?.reply.dropped).toEqual(['function_call'])
  })

  it('beside tools they are left out, and named', async () => {
    const { sent, reply } = await send('@claude/claude-opus-4-6', message(use('time')), {
      tools: [{ type: 'function', function: { name: 'time' } }],
    })
    expect(sent['tools']).toMatchObject([{ name: 'time' }])
    expect(reply.outcome?.reply.dropped).toEqual(['functions'])
    expect(reply.json).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
  })
})

describe('a call comes back as function_call', () => {
  const called = { name: 'weather', arguments: '{"city":"Oslo"}' }

  it.each([
    ['one call', [use('weather')]],
    ['the first of two', [use('weather'), use('time')]],
  ])('%s', async (_title, content) => {
    const { reply } = await send('@claude/claude-opus-4-6', message(...content))
    const [choice] = (reply.json as { choices: readonly Record<string, object>[] }).choices
    expect(choice).toMatchObject({ finish_reason: 'function_call', message: { function_call: called } })
    expect(choice?.['message']).not.toHaveProperty('tool_calls')
  })

  it('in a stream', async () => {
    const events = [
      messageStart(),
      blockStart(0, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }),
      blockDelta(0, { type: 'input_json_delta', partial_json: '{"city":' }),
      blockDelta(0, { type: 'input_json_delta', partial_json: '"Oslo"}' }),
      ...messageEnd('tool_use'),
    ]
    const { reply } = await send(
      '@claude/claude-opus-4-6',
      { events: [new TextDecoder().decode(asStream(events))] },
      { stream: true },
    )
    const choices = reply.events.slice(0, -1).map(event => JSON.parse(event).choices[0])
    expect(choices.flatMap(({ delta }) => delta.function_call ?? [])).toEqual([
      { name: 'weather', arguments: '' },
      { arguments: '{"city":' },
      { arguments: '"Oslo"}' },
    ])
    expect(choices.at(-1).finish_reason).toBe('function_call')
    expect(JSON.stringify(choices)).not.toContain('tool_calls')
  })

  it('and is the tool call of the history, with its result', async () => {
    const { sent } = await send('@claude/claude-opus-4-6', message(use('weather')), {
      messages: [
        ...CHAT.messages,
        { role: 'assistant', content: null, function_call: called },
        { role: 'function', name: 'weather', content: 'Rain' },
      ],
    })
    expect(sent['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'weather', input: { city: 'Oslo' } }] },
      { role: 'user', content: [{ type: 'tool_result' }] },
    ])
  })
})

it('a chat without functions has its calls as tool_calls', async () => {
  const { reply } = await send('@claude/claude-opus-4-6', message(use('weather')), {
    functions: undefined,
    tools: [{ type: 'function', function: WEATHER }],
  })
  expect(reply.json).toMatchObject({
    choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ id: 'toolu_weather' }] } }],
  })
})
