// Requests as coding agents send them: custom tools and tools of the vendor, at providers that have functions only.

import { describe, expect, it } from 'vitest'
import { claudeMessage } from '../../support/claude.ts'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const PATCH = '*** Begin Patch\n*** Add File: a\n+"x"\n*** End Patch'
const ARGUMENTS = JSON.stringify({ input: PATCH })
const AGENT = {
  model: 'some-model',
  input: [
    { role: 'user', content: 'Add a' },
    { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: PATCH },
    { type: 'custom_tool_call_output', call_id: 'call_1', output: 'Done' },
    { role: 'user', content: 'Again' },
  ],
  tools: [
    {
      type: 'custom',
      name: 'apply_patch',
      description: 'Edits files',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: x' },
    },
    { type: 'function', name: 'shell', parameters: { type: 'object' } },
    { type: 'web_search' },
    { type: 'local_shell' },
  ],
}
const manifest = {
  providers: {
    ...STORED_PROVIDERS.providers,
    gemini: { provider: 'google', api_key: '${env:CLAUDE_KEY}' },
    fast: { provider: 'cerebras', api_key: '${env:CLAUDE_KEY}' },
  },
}
const send = async (provider: string, step: Step, more: object = {}, settings: object = {}) => {
  const here = createHarness({ manifest: { ...manifest, ...settings }, script: [step] })
  const reply = await here.call({
    path: '/responses',
    headers: { 'x-gateway-provider': provider },
    body: { ...AGENT, ...more },
  })
  return { reply, sent: here.upstream.sent[0]?.json, dropped: reply.outcome?.reply.dropped }
}

const claude: Step = {
  status: 200,
  body: claudeMessage(
    [
      { type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: PATCH } },
      { type: 'tool_use', id: 'toolu_2', name: 'shell', input: { command: 'ls' } },
    ],
    { stop_reason: 'tool_use' },
  ),
}
const gemini: Step = {
  status: 200,
  body: {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ functionCall: { name: 'apply_patch', args: { input: PATCH } } }],
        },
        finishReason: 'STOP',
      },
    ],
  },
}
const call = (name: string, argumentsText: string, index = 0) => ({
  index,
  id: `call_${index + 2}`,
  type: 'function',
  function: { name, arguments: argumentsText },
})
const cerebras: Step = {
  status: 200,
  body: {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, tool_calls: [call('apply_patch', ARGUMENTS)] },
        finish_reason: 'tool_calls',
      },
    ],
  },
}

describe('A custom tool', () => {
  it.each([
    ['@claude', claude],
    ['@gemini', gemini],
    ['@fast', cerebras],
  ] as const)('is a function at %s, and its calls are custom again', async (provider, step) => {
    const { reply, sent, dropped } = await send(provider, step)
    expect([reply.status, dropped]).toEqual([200, ['tools.local_shell', 'tools.web_search']])
    expect(reply.json).toMatchObject({
      output: expect.arrayContaining([
        expect.objectContaining({ type: 'custom_tool_call', name: 'apply_patch', input: PATCH }),
      ]),
      tools: AGENT.tools.map(({ type }) => ({ type })),
    })
    const text = JSON.stringify(sent)
    expect(text).not.toContain('web_search')
    expect(text).toContain('lark grammar')
    expect(text).toContain('Begin Patch')
  })

  it('stays beside functions', async () => {
    const { reply, sent } = await send('@claude', claude)
    expect(reply.json).toMatchObject({
      output: [
        { type: 'custom_tool_call', call_id: 'toolu_1' },
        { type: 'function_call', call_id: 'toolu_2', arguments: '{"command":"ls"}' },
      ],
    })
    expect(sent).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call_1', name: 'apply_patch', input: { input: PATCH } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }, { type: 'text' }] },
      ],
      tools: [
        { name: 'apply_patch', description: 'Edits files', input_schema: { required: ['input'] } },
        { name: 'shell' },
      ],
    })
  })

  it.each([1, 3, 1000])('is streamed with its input alone, in pieces of %d', async size => {
    const pieces = ARGUMENTS.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    const events = [
      chunk({ role: 'assistant', content: 'Now:' }),
      chunk({ tool_calls: [call('apply_patch', '')] }),
      ...pieces.map(piece => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      chunk({ tool_calls: [call('shell', '{}', 1)] }),
      chunk({}, 'tool_calls'),
      'data: [DONE]\n\n',
    ]
    const { reply } = await send('@fast', { events }, { stream: true })
    const parsed = reply.events.map(text => JSON.parse(text) as { type: string; [name: string]: unknown })
    expect(parsed.filter(({ type }) => type.includes('custom_tool_call'))).toMatchObject([
      { type: 'response.custom_tool_call_input.delta', delta: PATCH, output_index: 1 },
      { type: 'response.custom_tool_call_input.done', input: PATCH },
    ])
    expect(parsed.at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        output: [
          { type: 'message' },
          { type: 'custom_tool_call', input: PATCH },
          { type: 'function_call', name: 'shell', arguments: '{}' },
        ],
      },
    })
  })
})

describe('A call of the vendor’s shell in the history', () => {
  const action = { type: 'exec', command: ['ls', '-l'], env: {}, timeout_ms: 5 }
  const input = [
    { role: 'user', content: 'List' },
    { type: 'local_shell_call', id: 'lsh_1', call_id: 'call_1', status: 'completed', action },
    { type: 'local_shell_call_output', call_id: 'call_1', output: 'a' },
  ]

  it.each(['call_id', 'id'])('is a function call with its output by %s, and reported', async name => {
    const [user, shell, { call_id: id, ...output } = { call_id: '' }] = input
    const { reply, sent, dropped } = await send('@claude', claude, {
      input: [user, shell, { ...output, [name]: id }],
    })
    expect([reply.status, dropped]).toEqual([
      200,
      ['input.local_shell_call', 'tools.local_shell', 'tools.web_search'],
    ])
    expect(sent).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            {
              type: 'tool_use',
              id: 'call_1',
              name: 'local_shell',
              input: { command: ['ls', '-l'], env: {}, timeout_ms: 5 },
            },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
      ],
    })
  })
})

describe('Tools that the target lacks', () => {
  it('are refused where the gateway rejects what is unsupported', async () => {
    const { reply, sent } = await send('@claude', claude, {}, { unsupported: 'reject' })
    expect([reply.status, sent]).toEqual([400, undefined])
    expect(reply.json).toMatchObject({
      error: { message: 'Anthropic does not support: tools.local_shell, tools.web_search.' },
    })
  })
})
