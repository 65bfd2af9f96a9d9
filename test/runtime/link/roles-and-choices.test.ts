// The order of roles and the choice of tools as each host takes them, on every route.
import { describe, expect, it, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { HOSTS_MANIFEST } from './hosts-manifest.ts'

interface Message {
  readonly role: string
  readonly content: unknown
}

interface Sent {
  readonly messages: readonly Message[]
  readonly tools?: readonly unknown[]
  readonly tool_choice?: unknown
}

const send = async (path: string, body: object): Promise<Sent> => {
  const here = createHarness({
    manifest: HOSTS_MANIFEST,
    environment: { KEY: 'key' },
    script: [{ status: 500 }],
  })
  await here.call({ path, body })
  return here.upstream.sent[0]?.json as Sent
}

const rolesOf = ({ messages }: Sent): string => messages.map(({ role }) => role).join(' ')

const hello: Message = { role: 'user', content: 'Hello' }
const call = { id: 'call_0001', type: 'function', function: { name: 'look', arguments: '{}' } }
const called = { role: 'assistant', content: null, tool_calls: [call] }
const result = { role: 'tool', tool_call_id: call.id, content: 'Seen.' }
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }

const use = { type: 'tool_use', id: call.id, name: 'look', input: {} }
const resultBlock = (content: unknown) => ({ type: 'tool_result', tool_use_id: call.id, content })
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const messages = (...content: readonly object[]) => ({
  max_tokens: 100,
  messages: [hello, { role: 'assistant', content: [use] }, { role: 'user', content }],
})

const HISTORIES: readonly (readonly [title: string, path: string, body: object])[] = [
  ['a chat', '/chat/completions', { messages: [hello, called, result, hello] }],
  [
    'a chat with an image',
    '/chat/completions',
    { messages: [hello, called, result, { role: 'user', content: [image] }] },
  ],
  [
    'a message of a result and text',
    '/messages',
    messages(resultBlock('Seen.'), { type: 'text', text: 'Go on.' }),
  ],
  ['a message of a result with an image', '/messages', messages(resultBlock([picture]))],
  [
    'a response',
    '/responses',
    {
      store: false,
      input: [
        hello,
        { type: 'function_call', call_id: call.id, name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: call.id, output: 'Seen.' },
        hello,
      ],
    },
  ],
]

describe.each(HISTORIES)('A user turn after the result of a tool in %s', (_, path, body) => {
  it.each([
    '@mistral/mistral-large-latest',
    '@mistral/ft:ours',
    '@nim/mistralai/mistral-small-4-119b-2603',
    '@nim/mistralai/devstral-small',
  ])('follows a reply of the model for %s', async model => {
    expect(rolesOf(await send(path, { model, ...body }))).toBe('user assistant tool assistant user')
  })

  it('stays where it is for other models', async () => {
    expect(rolesOf(await send(path, { model: '@nim/qwen/qwen3-32b', ...body }))).toBe(
      'user assistant tool user',
    )
  })
})

describe('A chat that begins with an empty user turn', () => {
  const body = { messages: [{ role: 'user', content: '' }, { role: 'assistant', content: 'Hi.' }, hello] }
  it.each([
    '@claude/claude-sonnet-5-5',
    '@foundry/claude-sonnet-5-5',
    '@vertex/claude-sonnet-5-5',
    '@aws/anthropic.claude-sonnet-4-5-20250929-v1:0',
    '@aws/meta.llama3-1-70b-instruct-v1:0',
  ])('begins with a user turn for %s', async model => {
    expect(rolesOf(await send('/chat/completions', { model, ...body }))).toBe('user assistant user')
  })
})

describe('Turns of one role in a row', () => {
  const body = {
    messages: [
      hello,
      { role: 'user', content: [image] },
      { role: 'assistant', content: 'Hi.' },
      hello,
      hello,
    ],
  }
  it('are one turn where roles must alternate', async () => {
    const sent = await send('/chat/completions', { model: '@perplexity/sonar-pro', ...body })
    expect(sent.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hello' }, image] },
      { role: 'assistant', content: 'Hi.' },
      { role: 'user', content: 'Hello\n\nHello' },
    ])
  })
})

describe('A choice among some of the tools', () => {
  const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })
  const tools = ['read', 'write', 'run'].map(tool)
  const chat = (mode: string, ...names: readonly string[]) => ({
    messages: [hello],
    tools,
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: { mode, tools: names.map(name => ({ type: 'function', function: { name } })) },
    },
  })

  test.each([
    '@mistral/mistral-large-latest',
    '@groq/qwen/qwen3-32b',
    '@deepseek/deepseek-chat',
    '@xai/grok-4',
    '@local/any',
  ])('sends %s only those', async model => {
    const sent = await send('/chat/completions', { model, ...chat('required', 'read', 'run') })
    expect(sent.tools).toEqual([tool('read'), tool('run')])
    expect(sent.tool_choice).toBe('required')
    const auto = await send('/chat/completions', { model, ...chat('auto', 'read') })
    expect([auto.tools, auto.tool_choice]).toEqual([[tool('read')], 'auto'])
  })

  it.each(['@main/gpt-5.1', '@azure/gpt-5.1'])('passes to %s', async model => {
    const body = chat('required', 'read')
    const sent = await send('/chat/completions', { model, ...body })
    expect([sent.tools, sent.tool_choice]).toEqual([tools, body.tool_choice])
  })

  it('of a response is reduced too', async () => {
    const functions = ['read', 'write'].map(name => ({
      type: 'function',
      name,
      parameters: { type: 'object' },
    }))
    const choice = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'write' }] }
    const body = { store: false, input: 'Hello', tools: functions, tool_choice: choice }
    const sent = await send('/responses', { model: '@mistral/mistral-large-latest', ...body })
    expect([sent.tools, sent.tool_choice]).toEqual([[tool('write')], 'auto'])
  })

  it('leaves no tool where none is known', async () => {
    const sent = await send('/chat/completions', { model: '@local/any', ...chat('auto', 'other') })
    expect([sent.tools, sent.tool_choice]).toEqual([undefined, undefined])
  })
})
