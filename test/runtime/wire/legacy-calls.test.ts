// The vendor's first form of tool calls, in histories for dialects that are translated.
import { describe, expect, it, test } from 'vitest'
import { convertRequest as toAnthropic } from '../../../runtime/providers/anthropic/convert-request.ts'
import { convertRequest as toBedrock } from '../../../runtime/providers/bedrock/convert-request.ts'
import { convertRequest as toCohere } from '../../../runtime/providers/cohere/convert-request.ts'
import { convertRequest as toGoogle } from '../../../runtime/providers/google/convert-request.ts'
import { convertRequest as toOllama } from '../../../runtime/providers/ollama/convert-request.ts'
import type { AdapterContext } from '../../../runtime/values/adapter.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { withToolCalls } from '../../../runtime/wire/history.ts'

const hello = { role: 'user', content: 'hello' }
const called = (name: string) => ({
  role: 'assistant',
  content: null,
  function_call: { name, arguments: '{"x":1}' },
})
const result = (name: string, content: string) => ({ role: 'function', name, content })
const history = [hello, called('f'), result('f', 'one'), called('g'), result('g', 'two')]

describe('a call and its result', () => {
  it('have one id, and each call its own', () => {
    expect(withToolCalls(history)).toEqual([
      hello,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'one' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_3', type: 'function', function: { name: 'g', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_3', content: 'two' },
    ])
  })
  it('a history without them is the same list', () => {
    const plain = [hello, { role: 'assistant', content: 'a' }]
    expect(withToolCalls(plain)).toBe(plain)
  })
})

const context: AdapterContext = {
  model: 'm',
  stream: false,
  strict: true,
  now: 0,
  identifier: 'x',
  includeUsage: false,
  defaults: { max_tokens: 9 },
  settings: { cloud1_region: 'us-east-1' },
}

test.each([
  ['Anthropic', toAnthropic],
  ['Bedrock', toBedrock],
  ['Cohere', toCohere],
  ['Google', toGoogle],
  ['Ollama', toOllama],
])('%s gets calls and results', (_, convert) => {
  const converted = convert({ messages: history }, context)
  if (isFailure(converted)) throw new Error(converted.message)
  const text = JSON.stringify(converted.body)
  for (const word of ['"f"', '"g"', 'one', 'two']) expect(text).toContain(word)
  expect(text).not.toContain('function_call"')
})
