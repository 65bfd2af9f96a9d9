// Events → chunks, in every order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapStream } from '../../../../runtime/providers/anthropic/map-stream.ts'
import type { AdapterContext, StreamStep } from '../../../../runtime/values/adapter.ts'
import { expectStreamInvariants } from '../arbitrary-stream.ts'
import { chunksOf, fold, stepsOf } from '../fold.ts'
import { context } from './context.ts'
import { asStream, blockDelta, blockStart, blockStop, messageEnd, messageStart } from './fixtures.ts'

type Events = readonly { readonly type: string }[]

const run = (events: Events, given: AdapterContext = context): readonly StreamStep[] =>
  stepsOf(mapStream(given), [asStream(events)])

const text = (index: number, ...words: readonly string[]): Events => [
  blockStart(index, { type: 'text', text: '' }),
  ...words.map(word => blockDelta(index, { type: 'text_delta', text: word })),
  blockStop(index),
]
const use = (id: string, input: object = {}) => ({ type: 'tool_use', id, name: 'f', input })
const piece = (json: string) => ({ type: 'input_json_delta', partial_json: json })

describe('the accumulated result', () => {
  const cases: readonly [title: string, events: Events, expected: object][] = [
    [
      'text',
      [messageStart(), ...text(0, 'a', 'b'), ...messageEnd('end_turn')],
      { content: 'ab', finish: 'stop' },
    ],
    [
      'text in the block start',
      [messageStart(), blockStart(0, { type: 'text', text: 'a' }), ...messageEnd('end_turn')],
      { content: 'a' },
    ],
    ['nothing', [messageStart(), ...messageEnd('end_turn')], { content: '', toolCalls: [], finish: 'stop' }],
    [
      'a call without arguments, without a piece of them and without the end of its block',
      [messageStart(), blockStart(0, use('a')), blockDelta(0, piece('')), ...messageEnd('tool_use')],
      { toolCalls: [{ id: 'a', name: 'f', arguments: '{}' }], finish: 'tool_calls' },
    ],
    [
      'a call whose arguments begin with its block',
      [messageStart(), blockStart(0, use('a', { x: 1 })), blockStop(0), ...messageEnd('tool_use')],
      { toolCalls: [{ id: 'a', name: 'f', arguments: '{"x":1}' }] },
    ],
    [
      'parallel calls keep the order of their blocks when their deltas interleave',
      [
        messageStart(),
        ...text(0, 'a'),
        blockStart(1, use('a')),
        blockStart(5, use('b')),
        blockDelta(5, piece('{"y"')),
        blockDelta(1, piece('{}')),
        blockDelta(5, piece(':2}')),
        blockStop(5),
        blockStop(1),
        ...messageEnd('end_turn'),
      ],
      {
        content: 'a',
        toolCalls: [
          { id: 'a', name: 'f', arguments: '{}' },
          { id: 'b', name: 'f', arguments: '{"y":2}' },
        ],
        finish: 'tool_calls',
      },
    ],
    [
      'tools that the provider runs itself are not the caller’s',
      [
        messageStart(),
        blockStart(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
        blockDelta(0, piece('{"query":1}')),
        blockStop(0),
        ...text(1, 'found'),
        ...messageEnd('end_turn'),
      ],
      { content: 'found', toolCalls: [], finish: 'stop' },
    ],
    [
      'the last counts win, and null is ignored',
      [
        messageStart({ input_tokens: 10, cache_read_input_tokens: 1, output_tokens: 5 }),
        { type: 'message_delta', delta: {}, usage: { output_tokens: 6 } } as Events[number],
        ...messageEnd('max_tokens', { input_tokens: 20, cache_read_input_tokens: null, output_tokens: 7 }),
      ],
      {
        finish: 'length',
        usage: expect.objectContaining({ prompt_tokens: 21, completion_tokens: 7, total_tokens: 28 }),
      },
    ],
    [
      'a refusal without a reason',
      [
        messageStart(),
        { type: 'message_delta', delta: { stop_reason: 'refusal' } } as Events[number],
        { type: 'message_stop' },
      ],
      { refusal: 'The model refused to answer.', finish: 'content_filter' },
    ],
    [
      'a refusal with its reason',
      [
        messageStart(),
        {
          type: 'message_delta',
          delta: { stop_reason: 'refusal', stop_details: { explanation: 'not this' } },
        } as Events[number],
        { type: 'message_stop' },
      ],
      { refusal: 'not this', finish: 'content_filter' },
    ],
    [
      'a stream that starts in the middle still has the role first',
      [blockDelta(0, { type: 'text_delta', text: 'a' }), messageStart(), ...messageEnd('end_turn')],
      { content: 'a' },
    ],
    [
      'what comes after the end is ignored',
      [messageStart(), ...messageEnd('end_turn'), ...text(0, 'late'), ...messageEnd('end_turn')],
      { content: '' },
    ],
  ]
  test.each(cases)('%s', (_, events, expected) => {
    expect(fold(run(events))).toMatchObject(expected)
  })

  test('usage is sent only when requested', () => {
    const steps = run([messageStart(), ...messageEnd('end_turn')], { ...context, includeUsage: false })
    expect(chunksOf(steps).some(chunk => 'usage' in chunk)).toBe(false)
  })

  test('a strict stream has no fields beyond the OpenAI schema', () => {
    const events = [
      messageStart(),
      blockStart(0, { type: 'thinking', thinking: '' }),
      blockDelta(0, { type: 'thinking_delta', thinking: 'x' }),
      ...messageEnd('end_turn'),
    ]
    expect(chunksOf(run(events)).map(chunk => chunk.choices[0]?.delta ?? 'usage')).toEqual([
      { role: 'assistant', content: '', refusal: null },
      {},
      'usage',
    ])
    const last = chunksOf(run(events, { ...context, strict: false })).at(-2)
    expect(last?.choices[0]).toMatchObject({ native_finish_reason: 'end_turn', stop_sequence: null })
  })
})

describe('streams that end with an error', () => {
  test.each([
    ['overloaded_error', 'server_error', 'server_is_overloaded'],
    ['rate_limit_error', 'rate_limit_error', 'rate_limit_exceeded'],
    ['authentication_error', 'invalid_request_error', 'invalid_api_key'],
    ['api_error', 'api_error', 500],
    ['an_error_of_tomorrow', 'an_error_of_tomorrow', undefined],
  ])('an error event: %s', (native, type, code) => {
    const event = { type: 'error', error: { type: native, message: 'Sorry' } }
    const error = { message: 'Sorry', type, ...(code === undefined ? {} : { code }) }
    expect(run([event])).toEqual([{ error }])
    expect(run([messageStart(), event, ...messageEnd('end_turn')]).slice(1)).toEqual([{ error }])
  })

  test.each([
    ['nothing at all', []],
    ['in mid-text', [messageStart(), ...text(0, 'a')]],
    ['after its reason, before its end', [messageStart(), ...messageEnd('end_turn').slice(0, 1)]],
  ])('a cut: %s', (_, events) => {
    expect(run(events as Events).at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
  })
})

// Nearly valid events: known types, in any order, with arbitrary fields.
const index = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.jsonValue())
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.oneof(fc.string(), fc.jsonValue()) }),
  fc.record({ type: fc.constant('tool_use'), id: fc.string(), name: fc.string(), input: fc.jsonValue() }),
  fc.record({ type: fc.constantFrom('thinking', 'server_tool_use', 'hologram') }),
  fc.jsonValue(),
)
const delta = fc.oneof(
  fc.record({
    type: fc.constant('text_delta'),
    text: fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
  }),
  fc.record({ type: fc.constant('input_json_delta'), partial_json: fc.oneof(fc.string(), fc.jsonValue()) }),
  fc.record({ stop_reason: fc.oneof(fc.constantFrom('end_turn', 'tool_use', 'refusal'), fc.jsonValue()) }),
  fc.jsonValue(),
)
const type = fc.constantFrom(
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
  'hologram',
)
const event = fc.record(
  {
    type,
    index,
    content_block: block,
    delta,
    message: fc.oneof(fc.record({ id: fc.string(), usage: fc.jsonValue() }), fc.jsonValue()),
    usage: fc.oneof(
      fc.dictionary(fc.constantFrom('input_tokens', 'output_tokens'), fc.jsonValue()),
      fc.jsonValue(),
    ),
    error: fc.jsonValue(),
  },
  { requiredKeys: ['type'] },
)
const garbage = fc.oneof(
  fc.string(),
  fc.constantFrom('data: 7\n\n', 'data: {\n\n', ': hi\n\n', '\r\n', 'event: x\n\n'),
)
const stream = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: event.map(each => asStream([each])) },
      { weight: 1, arbitrary: garbage.map(each => Buffer.from(each)) },
    ),
  )
  .map(pieces => Buffer.concat(pieces))

expectStreamInvariants({
  context,
  bytes: stream,
  event,
  steps: (given, pieces) => stepsOf(mapStream(given), pieces),
  runEvents: (events, given) => stepsOf(mapStream(given), [asStream(events)]),
})
