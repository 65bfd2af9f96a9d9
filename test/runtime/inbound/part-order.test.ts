// Parts of a reply are emitted one after the other, as both dialects require; and the names of the events.
import { describe, expect, test } from 'vitest'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { context } from './context.ts'
import { eventsOf, messageFromEvents, responseFromEvents } from './read-streams.ts'
import { streams } from './sample-chats.ts'

const text = (written: string): JsonObject => ({ type: 'text', text: written })
const call = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: 'tool_use',
  id,
  name,
  input,
})
const thinking = (signature: unknown): object => ({ type: 'thinking', thinking: 'Hm', signature })
const opaque = { type: 'redacted_thinking', data: expect.stringMatching(/^portolan1\./) }
const sealed = expect.stringMatching(/^portolan1\./)

const EXPECTED: Readonly<
  Record<keyof typeof streams, readonly [stop: string, blocks: readonly object[], items: string]>
> = {
  text: ['end_turn', [text('Hello')], 'message'],
  'nothing at all': ['end_turn', [], ''],
  'calls that interleave': [
    'tool_use',
    [call('a', 'f', { a: 1 }), call('b', 'g', { b: 2 })],
    'function_call function_call',
  ],
  'calls of one index': ['tool_use', [call('a', 'f', {}), call('b', 'g', {})], 'function_call function_call'],
  'a call without arguments': ['tool_use', [call('a', 'f', {})], 'function_call'],
  'a refusal': ['refusal', [text('No.')], 'message'],
  'thinking in plain words': ['end_turn', [thinking(sealed), text('Hi')], 'reasoning message'],
  'signed thinking, text and a call': [
    'tool_use',
    [thinking('sig'), { type: 'redacted_thinking', data: 'x' }, text('Wait'), call('a', 'f', { a: 1 })],
    'reasoning reasoning message function_call',
  ],
  'a signed call behind text': [
    'tool_use',
    [text('Wait'), opaque, call('a', 'f', { a: 1 })],
    'message reasoning function_call',
  ],
  'details of reasoning in pieces': [
    'end_turn',
    [thinking(sealed), text('Hi there'), opaque],
    'reasoning message reasoning',
  ],
  'a cut answer': ['max_tokens', [text('Hi and')], 'message'],
}

describe('parts are emitted one after the other', () => {
  test.each(Object.entries(streams))('%s', (name, chunks) => {
    const [stop, blocks, items] = EXPECTED[name] ?? ['', [], '']
    const message = messageFromEvents(eventsOf(inboundApis.messages.stream(context), chunks))
    expect(message).toMatchObject({ stop_reason: stop, usage: { input_tokens: 10, output_tokens: 5 } })
    expect(message['content']).toEqual(blocks)
    const response = responseFromEvents(eventsOf(inboundApis.responses.stream(context), chunks))
    expect(
      asList(response['output'])
        .map(item => asObject(item)['type'])
        .join(' '),
    ).toBe(items)
    expect(response['usage']).toMatchObject({ input_tokens: 10, output_tokens: 5, total_tokens: 15 })
  })
})

describe('the names of the events', () => {
  const typesOf = (events: readonly JsonObject[]): string =>
    events.map(event => String(event['type']).replace('response.', '')).join(' ')
  const chunks = streams['signed thinking, text and a call'] ?? []

  test('of a message', () =>
    expect(typesOf(eventsOf(inboundApis.messages.stream(context), chunks))).toBe(
      [
        'message_start',
        'content_block_start content_block_delta content_block_delta content_block_stop',
        'content_block_start content_block_stop',
        'content_block_start content_block_delta content_block_stop',
        'content_block_start content_block_delta content_block_stop',
        'message_delta message_stop',
      ].join(' '),
    ))

  test('of a response', () =>
    expect(typesOf(eventsOf(inboundApis.responses.stream(context), chunks))).toBe(
      [
        'created in_progress',
        'output_item.added reasoning_summary_part.added reasoning_summary_text.delta reasoning_summary_text.done',
        'reasoning_summary_part.done output_item.done',
        'output_item.added output_item.done',
        'output_item.added content_part.added output_text.delta output_text.done content_part.done output_item.done',
        'output_item.added function_call_arguments.delta function_call_arguments.done output_item.done',
        'completed',
      ].join(' '),
    ))
})
