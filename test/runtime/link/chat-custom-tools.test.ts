// Chats with custom tools: functions at providers that have nothing else, and custom again in replies and streams; at the
// vendor they pass unchanged.
import { describe, expect, it } from 'vitest'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const PATCH = '*** Begin Patch\n+"x"'
const ARGUMENTS = JSON.stringify({ input: PATCH })
const CHAT = {
  model: 'some-model',
  messages: [
    { role: 'user', content: 'Add a' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'apply_patch', input: PATCH } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'Done' },
    { role: 'user', content: 'Again' },
  ],
  tools: [
    {
      type: 'custom',
      custom: {
        name: 'apply_patch',
        description: 'Edits files',
        format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: x' } },
      },
    },
    { type: 'function', function: { name: 'shell', parameters: { type: 'object' } } },
  ],
  tool_choice: { type: 'custom', custom: { name: 'apply_patch' } },
}
const manifest = {
  providers: {
    ...STORED_PROVIDERS.providers,
    vendor: { provider: 'openai', api_key: '${env:CLAUDE_KEY}' },
    fast: { provider: 'cerebras', api_key: '${env:CLAUDE_KEY}' },
  },
}
const send = async (provider: string, step: Step, more: object = {}) => {
  const here = createHarness({ manifest, script: [step] })
  const reply = await here.call({
    path: '/chat/completions',
    headers: { 'x-gateway-provider': provider },
    body: { ...CHAT, ...more },
  })
  return { reply, sent: here.upstream.sent[0]?.json }
}

const call = (name: string, argumentsText: string, index = 0) => ({
  index,
  id: `call_${index + 2}`,
  type: 'function',
  function: { name, arguments: argumentsText },
})
const HEAD = { id: 'x', created: 1, model: 'm' }
const whole = (calls: readonly object[]): Step => ({
  status: 200,
  body: {
    ...HEAD,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, tool_calls: calls },
        finish_reason: 'tool_calls',
      },
    ],
  },
})
const claude: Step = {
  status: 200,
  body: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', stop_reason: 'tool_use' },
    content: [{ type: 'tool_use', id: 'call_2', name: 'apply_patch', input: { input: PATCH } }],
    usage: { input_tokens: 3, output_tokens: 2 },
  },
}
const CUSTOM_CALL = { id: 'call_2', type: 'custom', custom: { name: 'apply_patch', input: PATCH } }

describe('A custom tool of a chat', () => {
  it('is a function in tools, history and choice of a provider of the vendor’s schema', async () => {
    const { reply, sent } = await send(
      '@fast',
      whole([call('apply_patch', ARGUMENTS), call('shell', '{}', 1)]),
    )
    expect(sent).toMatchObject({
      model: 'some-model',
      tools: [
        {
          type: 'function',
          function: {
            name: 'apply_patch',
            description: 'Edits files',
            parameters: { properties: { input: { description: expect.stringContaining('lark grammar') } } },
          },
        },
        { type: 'function', function: { name: 'shell' } },
      ],
      tool_choice: { type: 'function', function: { name: 'apply_patch' } },
    })
    expect(JSON.stringify(sent)).not.toContain('custom')
    expect(JSON.stringify(sent)).toContain(JSON.stringify(ARGUMENTS).slice(1, -1))
    expect(reply.json).toMatchObject({
      choices: [
        {
          message: {
            tool_calls: [CUSTOM_CALL, { type: 'function', function: { name: 'shell', arguments: '{}' } }],
          },
        },
      ],
    })
  })

  it('is one of another dialect', async () => {
    const { reply, sent } = await send('@claude', claude)
    expect(sent).toMatchObject({ tools: [{ name: 'apply_patch' }, { name: 'shell' }] })
    expect(reply.json).toMatchObject({ choices: [{ message: { tool_calls: [CUSTOM_CALL] } }] })
    // Strict compliance holds.
    expect(JSON.stringify(reply.json)).not.toContain('content_blocks')
  })

  it('passes unchanged at the vendor', async () => {
    const { reply, sent } = await send('@vendor', whole([CUSTOM_CALL]))
    expect([sent, reply.status]).toEqual([CHAT, 200])
    expect(reply.json).toMatchObject({ choices: [{ message: { tool_calls: [CUSTOM_CALL] } }] })
  })

  it('may be one of the allowed tools', async () => {
    const allowed = { mode: 'auto', tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] }
    const { sent } = await send('@fast', whole([]), {
      tool_choice: { type: 'allowed_tools', allowed_tools: allowed },
    })
    // The provider has no word for it.
    expect(sent).toMatchObject({
      tools: [{ type: 'function', function: { name: 'apply_patch' } }],
      tool_choice: 'auto',
    })
  })

  it('leaves an error of the provider as it is', async () => {
    const { reply } = await send('@fast', { status: 400, body: { error: { message: 'No.' } } })
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ error: { message: expect.stringContaining('No.') } })
  })

  it.each([1, 7, 1000])('is streamed with its input in one delta, from pieces of %d', async size => {
    const pieces = ARGUMENTS.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    const events = [
      chunk({ role: 'assistant', content: 'Now:' }),
      chunk({ tool_calls: [call('apply_patch', '')] }),
      ...pieces.map(piece => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      chunk({ tool_calls: [call('shell', '{}', 1)] }),
      chunk({}, 'tool_calls'),
      'data: [DONE]\n\n',
    ]
    const { reply } = await send('@fast', { events }, { stream: true })
    expect(reply.events.at(-1)).toBe('[DONE]')
    const choices = reply.events
      .slice(0, -1)
      .flatMap(text => (JSON.parse(text) as { choices: { delta: { tool_calls?: object[] } }[] }).choices)
    expect(choices[0]).toMatchObject({ delta: { content: 'Now:' } })
    expect(choices.flatMap(({ delta }) => delta.tool_calls ?? [])).toEqual([
      { index: 0, id: 'call_2', type: 'custom', custom: { name: 'apply_patch', input: '' } },
      call('shell', '{}', 1),
      { index: 0, custom: { input: PATCH } },
    ])
    expect(choices.at(-1)).toMatchObject({ finish_reason: 'tool_calls' })
  })
})
