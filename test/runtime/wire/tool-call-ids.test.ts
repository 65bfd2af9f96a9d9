// Tool call ids of one provider in the dialect of another, there and back.
import { describe, expect, it, test } from 'vitest'
import { messagesApi } from '../../../runtime/inbound/messages/messages.ts'
import { completeBlock } from '../../../runtime/inbound/messages/output-blocks.ts'
import { convertRequest as toAnthropic } from '../../../runtime/providers/anthropic/convert-request.ts'
import { convertRequest as toBedrock } from '../../../runtime/providers/bedrock/convert-request.ts'
import { toToolUseId } from '../../../runtime/providers/bedrock/native-blocks.ts'
import { vertex } from '../../../runtime/providers/google/vertex/vertex.ts'
import type { AdapterContext, ProviderBody } from '../../../runtime/values/adapter.ts'
import type { Failure } from '../../../runtime/values/failures.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { toAcceptedCallId, toOriginalCallId } from '../../../runtime/wire/tool-call-ids.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'

const FOREIGN = [
  'functions.a:0',
  'call|1',
  'ü',
  '',
  'a b',
  'functions.a_0',
  'functions_a.0',
  '日本',
  'call.'.repeat(20),
]
const NATIVE = ['toolu_01A', 'call_abc', 'tooluse_a-b', 'portolan_YWJj', 'a'.repeat(90)]

describe('the mapping', () => {
  test.each(FOREIGN)('%j is mapped to accepted characters, and back', identifier => {
    const accepted = toAcceptedCallId(identifier)
    expect(accepted).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(toOriginalCallId(accepted)).toBe(identifier)
    expect(toAcceptedCallId(accepted)).toBe(accepted)
  })
  test.each(NATIVE)('%j is accepted as it is, in both directions', identifier => {
    expect(toAcceptedCallId(identifier)).toBe(identifier)
    expect(toOriginalCallId(identifier)).toBe(identifier)
  })
  it('keeps different ids apart', () => {
    const all = [...FOREIGN, ...NATIVE]
    expect(new Set(all.map(toAcceptedCallId)).size).toBe(all.length)
    expect(new Set(all.map(toToolUseId)).size).toBe(all.length)
  })
  test.each([...FOREIGN, ...NATIVE])('Converse accepts at most 64 characters: %j', identifier =>
    expect(toToolUseId(identifier)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/),
  )
})

const context: AdapterContext = {
  model: 'claude-opus-4-6',
  stream: false,
  strict: true,
  now: 0,
  identifier: 'x',
  includeUsage: false,
  defaults: { max_tokens: 9 },
  settings: { cloud1_region: 'us-east-1', cloud3_region: 'global', cloud3_project_id: 'p' },
}
const toVertex = (chat: JsonObject): ProviderBody | Failure =>
  vertex.endpoints['chat/completions']?.request(chat, context) ?? { body: {}, dropped: [] }
/** Every id of a call and of a result in a text of JSON, in order. */
const idsIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"(?:id|tool_use_id|toolUseId|tool_call_id)":"([^"]*)"/g)].map(
    ([, id]) => id ?? '',
  )
const called = (id: string, name: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: '{}' },
})

describe('a history of another provider at Claude', () => {
  const ids = ['functions.a:0', 'functions.a:1', 'toolu_1']
  const chat: JsonObject = {
    model: 'm',
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: null, tool_calls: ids.map(id => called(id, 'f')) },
      ...ids.map(id => ({ role: 'tool', tool_call_id: id, content: id })),
    ],
  }
  test.each([
    ['Anthropic', (body: JsonObject) => toAnthropic(body, context)],
    ['Bedrock', (body: JsonObject) => toBedrock(body, { ...context, model: 'anthropic.claude-opus-4-6' })],
    ['Vertex AI', toVertex],
  ])('has ids that %s accepts, and each result finds its call', (_, convert) => {
    const converted = convert(chat)
    const sent = isFailure(converted) ? [] : idsIn(converted.body)
    expect(sent).toHaveLength(6)
    expect(sent.every(id => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true)
    expect(sent.slice(3)).toEqual(sent.slice(0, 3))
    expect(new Set(sent).size).toBe(3)
    expect(sent[2]).toBe('toolu_1')
  })
  it('has them in native blocks too', () => {
    const blocks = [{ type: 'tool_use', id: 'functions.a:0', name: 'f', input: {} }]
    const converted = toAnthropic(
      {
        messages: [
          { role: 'user', content: 'hello' },
          { role: 'assistant', content_blocks: blocks, tool_calls: [called('functions.a:0', 'f')] },
          { role: 'tool', tool_call_id: 'functions.a:0', content: '' },
        ],
      },
      context,
    )
    const accepted = toAcceptedCallId('functions.a:0')
    expect(isFailure(converted) ? [] : idsIn(converted.body)).toEqual([accepted, accepted])
  })
})

describe('a message of Messages', () => {
  it('has ids that Anthropic accepts, and the provider gets its own back', () => {
    const block = completeBlock({
      kind: 'call',
      id: 'functions.a:0',
      name: 'f',
      custom: false,
      text: '{}',
      unsent: '',
    })
    expect(block['id']).toMatch(/^[a-zA-Z0-9_-]+$/)
    const answered = messagesApi.request({
      model: 'm',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: [block] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: block['id'] ?? '', content: 'a' }] },
      ],
    })
    expect(isFailure(answered) ? [] : idsIn(answered.body)).toEqual(['functions.a:0', 'functions.a:0'])
  })
})
