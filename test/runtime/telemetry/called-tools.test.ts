import { describe, expect, it } from 'vitest'
import { calledTools } from '../../../runtime/telemetry/called-tools.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const events = (...values: readonly object[]): string =>
  values.map(value => `event: e\ndata: ${JSON.stringify(value)}\n\n`).join('')
const call = (name: string) => ({ id: 'c', type: 'function', function: { name, arguments: '{}' } })

describe('The tools that a reply calls are found', () => {
  it.each<readonly [string, object | string, readonly string[] | undefined]>([
    [
      'in a chat, without repetitions',
      { choices: [{ message: { tool_calls: [call('Read'), call('Bash'), call('Read')] } }] },
      ['Read', 'Bash'],
    ],
    [
      'in a custom tool of a chat',
      { choices: [{ message: { tool_calls: [{ type: 'custom', custom: { name: 'sql', input: '' } }] } }] },
      ['sql'],
    ],
    [
      'in a streamed chat',
      events(
        { choices: [{ delta: { tool_calls: [{ index: 0, ...call('Read') }] } }] },
        { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] } }] },
      ),
      ['Read'],
    ],
    [
      'in a message, and not in the input of a call',
      { content: [{ type: 'tool_use', name: 'Read', input: { type: 'tool_use', name: 'other' } }] },
      ['Read'],
    ],
    [
      'in a streamed message',
      events({
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', name: 'Edit', input: {} },
      }),
      ['Edit'],
    ],
    [
      'in a response, and not among the tools that it repeats',
      {
        tools: [{ type: 'function', name: 'unused' }],
        output: [
          { type: 'function_call', name: 'shell', arguments: '{}' },
          { type: 'custom_tool_call', name: 'apply_patch', input: '' },
        ],
      },
      ['shell', 'apply_patch'],
    ],
    [
      'in a reply of Gemini',
      { candidates: [{ content: { parts: [{ functionCall: { name: 'ls', args: {} } }] } }] },
      ['ls'],
    ],
    [
      'in a reply of Converse',
      { output: { message: { content: [{ toolUse: { name: 'ls', input: {} } }] } } },
      ['ls'],
    ],
    [
      'nowhere in a text about them',
      { choices: [{ message: { content: 'Use "tool_calls" for it.' } }] },
      undefined,
    ],
    ['nowhere in bytes that are not text', '\u0000\u0001"tool_calls"', undefined],
  ])('%s', (_, reply, found) => {
    expect(calledTools(bytes(typeof reply === 'string' ? reply : JSON.stringify(reply)))).toEqual(found)
  })

  it('up to a number, and of a length', () => {
    const calls = Array.from({ length: 40 }, (_, number) => call(`${'x'.repeat(70)}${number}`))
    const reply = {
      choices: [
        { message: { tool_calls: [...calls, ...Array.from({ length: 40 }, (_, n) => call(`t${n}`))] } },
      ],
    }
    const found = calledTools(bytes(JSON.stringify(reply)))
    expect(found).toHaveLength(16)
    expect(found?.[0]).toHaveLength(64)
  })
})
