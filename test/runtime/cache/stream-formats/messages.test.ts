// A message becomes the events that spell it, and these become the message again.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateMessage, toMessageEvents } from '../../../../runtime/cache/stream-formats/message.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { runs } from '../../../support/property-seed.ts'
import { aggregateBytes, eventsOf } from './aggregate-bytes.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({
    type: fc.constant('text'),
    text,
    citations: fc.array(fc.record({ type: fc.constant('char_location'), cited_text: text }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
  fc.record({ type: fc.constant('redacted_thinking'), data: text }),
  fc.record({
    type: fc.constantFrom('tool_use', 'server_tool_use'),
    id: text,
    name: text,
    input: fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2, noNullPrototype: true }),
  }),
  fc.record({
    type: fc.constant('web_search_tool_result'),
    tool_use_id: text,
    content: fc.array(fc.record({ url: text }), { maxLength: 2 }),
  }),
)
const message = fc.record({
  id: text,
  type: fc.constant('message'),
  role: fc.constant('assistant'),
  model: text,
  content: fc.array(block, { maxLength: 4 }),
  stop_reason: fc.constantFrom('end_turn', 'max_tokens', 'tool_use', 'stop_sequence'),
  stop_sequence: fc.option(text),
  usage: fc.constant({ input_tokens: 3, output_tokens: 2, cache_read_input_tokens: 0 }),
})

describe('A message as a stream', () => {
  it('folds into the message that it was', () => {
    fc.assert(
      fc.property(message, each => {
        const given = JSON.parse(JSON.stringify(each)) as JsonObject
        expect(aggregateBytes(aggregateMessage(), toMessageEvents(given))).toEqual(given)
      }),
      { numRuns: runs(60) },
    )
  })

  it('opens each block empty, feeds it and stops it', () => {
    const events = eventsOf(
      toMessageEvents({
        type: 'message',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 's' },
          { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
        ],
        stop_reason: 'tool_use',
        usage: { input_tokens: 3, output_tokens: 2 },
      }),
    )
    expect(events).toEqual([
      {
        type: 'message_start',
        message: {
          type: 'message',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 3, output_tokens: 0 },
        },
      },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: '{"x":1}' },
      },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { input_tokens: 3, output_tokens: 2 },
      },
      { type: 'message_stop' },
    ])
  })

  it('is none where the reply is no message', () => {
    expect(toMessageEvents({ type: 'error' })).toBeUndefined()
    expect(toMessageEvents({ type: 'message', content: 'x' })).toBeUndefined()
  })
})

describe('Aggregating the events of a message', () => {
  const START = {
    type: 'message_start',
    message: { type: 'message', content: [], usage: { input_tokens: 1 } },
  }
  const block_ = (delta: unknown) => [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta },
  ]
  const STOP = { type: 'message_stop' }
  const folding = (...events: readonly unknown[]) => {
    const fold = aggregateMessage()
    for (const event of events) fold.add({ data: JSON.stringify(event) })
    return fold
  }

  it('joins pieces, passes over pings, and takes the last counts that are told', () => {
    const fold = folding(
      START,
      { type: 'ping' },
      ...block_({ type: 'text_delta', text: 'one' }),
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' two' } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 4, input_tokens: null },
      },
      STOP,
    )
    expect([fold.state(), fold.reply()?.reply]).toEqual([
      'complete',
      {
        type: 'message',
        content: [{ type: 'text', text: 'one two' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 4 },
      },
    ])
  })

  it.each<readonly [string, readonly unknown[]]>([
    ['an error', [START, { type: 'error', error: {} }, STOP]],
    ['a delta of an unknown kind', [START, ...block_({ type: 'new_delta' }), STOP]],
    ['a delta of a block that never began', [START, block_({ type: 'text_delta', text: 'x' })[1], STOP]],
    ['an event that is none', [START, 3, STOP]],
  ])('is unsound after %s', (_title, events) => {
    expect(folding(...events).state()).toBe('failed')
  })

  it.each<readonly [string, readonly unknown[]]>([
    ['without a beginning', [...block_({ type: 'text_delta', text: 'x' }), STOP]],
    [
      'with an input that is no JSON',
      [START, ...block_({ type: 'input_json_delta', partial_json: '{"x' }), STOP],
    ],
  ])('is no message %s', (_title, events) => {
    expect(folding(...events).reply()).toBeUndefined()
  })
})
