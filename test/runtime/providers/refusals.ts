// Input that every dialect rejects, with its path. Each dialect adds its own cases.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { call, hello, request } from './vendor-requests.ts'

export type Refusal = readonly [title: string, given: JsonObject, param: string]

const assistant = (calls: Json): JsonObject => ({
  messages: [hello, { role: 'assistant', tool_calls: calls }],
})

export const EVERY_DIALECT_REFUSES: readonly Refusal[] = [
  ['no messages', { messages: [] }, 'messages'],
  ['a message is not an object', { messages: [hello, 'x'] }, 'messages[1]'],
  ['an unknown role', { messages: [{ role: 'critic', content: 'x' }] }, 'messages[0].role'],
  ['content that is a number', { messages: [{ role: 'user', content: 7 }] }, 'messages[0].content'],
  [
    'malformed arguments',
    assistant([call('a', 'f', '{"x":')]),
    'messages[1].tool_calls[0].function.arguments',
  ],
  [
    'arguments that are a list',
    assistant([call('a', 'f', '[]')]),
    'messages[1].tool_calls[0].function.arguments',
  ],
  ['a call without a name', assistant([{ id: 'a' }]), 'messages[1].tool_calls[0]'],
  ['a tool call is not an object', assistant([null]), 'messages[1].tool_calls[0]'],
  [
    'a result without a call',
    { messages: [hello, { role: 'tool', content: 'x' }] },
    'messages[1].tool_call_id',
  ],
  ['a temperature that is text', request({ temperature: 'hot' }), 'temperature'],
  ['an unknown effort', request({ reasoning_effort: 'toString' }), 'reasoning_effort'],
  ['a limit of nothing', request({ max_tokens: 0 }), 'max_tokens'],
  ['a limit that is text', request({ max_completion_tokens: '5' }), 'max_completion_tokens'],
  ['a tool without a name', request({ tools: [{ type: 'function', function: {} }] }), 'tools[0]'],
  ['a tool of free text', request({ tools: [{ type: 'custom', custom: { name: 'x' } }] }), 'tools[0]'],
  [
    'an unknown choice',
    request({ tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'toString' }),
    'tool_choice',
  ],
]

/** One test per refusal; `written` returns the adapter's body, or its failure. */
export function expectRefusals(written: (given: JsonObject) => object, refusals: readonly Refusal[]): void {
  test.each(refusals)('%s', (_, given, param) => {
    expect(written(given)).toMatchObject({
      failure: { code: 'invalid_request', message: expect.stringContaining(param), param },
    })
  })
}

/** All errors are reported at once, in the order of the pattern; and the request is not mutated. */
export function expectAllAtOnce(
  written: (given: JsonObject) => object,
  given: JsonObject,
  pattern: RegExp,
): void {
  test('all errors at once, and the request is never mutated', () => {
    const before = structuredClone(given)
    expect(written(given)).toMatchObject({ failure: { message: expect.stringMatching(pattern) } })
    expect(given).toEqual(before)
  })
}
