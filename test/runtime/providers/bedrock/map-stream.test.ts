// Events → chunks, in every order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapStream } from '../../../../runtime/providers/bedrock/map-stream.ts'
import { parseAwsEvents } from '../../../../runtime/streams/aws-event-stream.ts'
import type { AdapterContext, StreamStep } from '../../../../runtime/values/adapter.ts'
import { eventFrame, exceptionFrame, frameBytes } from '../../streams/aws-event-bytes.ts'
import { expectStreamInvariants } from '../arbitrary-stream.ts'
import { chunksOf, fold } from '../fold.ts'
import { context, loose } from './context.ts'
import { asStream, begin, delta, type Event, ending, start, stop } from './fixtures.ts'
import { hello, messagesOf, userTurn } from './requests.ts'
import { stepsOfFrames } from './steps.ts'

type Events = readonly Event[]
const run = (events: Events, given: AdapterContext = context): readonly StreamStep[] =>
  stepsOfFrames(given, [asStream(events)])

const input = (json: string) => ({ toolUse: { input: json } })
const named = (toolUseId: string, more: object = {}) => ({ toolUseId, name: 'f', ...more })

describe('the accumulated result', () => {
  const cases: readonly [title: string, events: Events, expected: object][] = [
    [
      'text, whose block is never opened',
      [begin, delta(0, { text: 'a' }), delta(0, { text: 'b' }), stop(0), ...ending('end_turn')],
      { content: 'ab', finish: 'stop' },
    ],
    ['nothing', [begin, ...ending('end_turn')], { content: '', toolCalls: [], finish: 'stop' }],
    [
      'a call without arguments, and without the end of its block',
      [begin, start(0, named('a')), delta(0, input('')), ...ending('tool_use')],
      { toolCalls: [{ id: 'a', name: 'f', arguments: '{}' }], finish: 'tool_calls' },
    ],
    [
      'parallel calls keep the order of their blocks when their deltas interleave',
      [
        begin,
        start(1, named('a')),
        start(5, named('b')),
        delta(5, input('{"y"')),
        delta(1, input('{}')),
        delta(5, input(':2}')),
        stop(5),
        stop(1),
        ...ending('end_turn'),
      ],
      {
        toolCalls: [
          { id: 'a', name: 'f', arguments: '{}' },
          { id: 'b', name: 'f', arguments: '{"y":2}' },
        ],
        finish: 'tool_calls',
      },
    ],
    [
      'a new call under an old index is a separate call',
      [begin, start(0, named('a')), start(0, named('b')), delta(0, input('{"x":1}')), ...ending('tool_use')],
      {
        toolCalls: [
          { id: 'a', name: 'f', arguments: '{}' },
          { id: 'b', name: 'f', arguments: '{"x":1}' },
        ],
      },
    ],
    [
      'tools that the provider runs itself are not the caller’s',
      [
        begin,
        start(0, named('s', { type: 'server_tool_use' })),
        delta(0, input('{"q":1}')),
        stop(0),
        { contentBlockStart: { contentBlockIndex: 1, start: { toolResult: { toolUseId: 's' } } } },
        delta(1, { toolResult: [{ text: 'x' }] }),
        delta(2, { text: 'found' }),
        ...ending('end_turn'),
      ],
      { content: 'found', toolCalls: [], finish: 'stop' },
    ],
    [
      'counts before the stop',
      [begin, delta(0, { text: 'a' }), ...ending('max_tokens').toReversed()],
      { content: 'a', finish: 'length', usage: expect.objectContaining({ total_tokens: 29 }) },
    ],
    [
      'a body that ends after the stop has no counts',
      [begin, delta(0, { text: 'a' }), ...ending('end_turn').slice(0, 1)],
      { content: 'a', finish: 'stop', usage: undefined },
    ],
    [
      'a stream that starts in the middle still has the role first',
      [delta(0, { text: 'a' }), begin, ...ending('end_turn')],
      { content: 'a' },
    ],
    [
      'what comes after the end is ignored',
      [begin, ...ending('end_turn'), delta(0, { text: 'late' }), ...ending('end_turn')],
      { content: '' },
    ],
    ['a guardrail', [begin, ...ending('guardrail_intervened')], { finish: 'content_filter', refusal: null }],
  ]
  test.each(cases)('%s', (_, events, expected) => {
    expect(fold(run(events))).toMatchObject(expected)
  })

  test('usage is sent only when requested', () => {
    const steps = run([begin, ...ending('end_turn')], { ...context, includeUsage: false })
    expect(chunksOf(steps).some(chunk => 'usage' in chunk)).toBe(false)
  })

  test('a strict stream has no fields beyond the OpenAI schema', () => {
    const events = [begin, delta(0, { reasoningContent: { text: 'x' } }), ...ending('end_turn')]
    expect(chunksOf(run(events)).map(chunk => chunk.choices[0]?.delta ?? 'usage')).toEqual([
      { role: 'assistant', content: '', refusal: null },
      {},
      'usage',
    ])
    expect(chunksOf(run(events, loose)).at(-2)?.choices[0]).toMatchObject({
      native_finish_reason: 'end_turn',
    })
  })
})

test('not strict, the blocks of a stream go back unchanged', () => {
  const { blocks, content, toolCalls } = fold(
    run(
      [
        begin,
        delta(0, { reasoningContent: { text: 'h' } }),
        delta(0, { reasoningContent: { text: 'm' } }),
        delta(0, { reasoningContent: { signature: 's' } }),
        delta(1, { reasoningContent: { signature: 't' } }),
        delta(2, { reasoningContent: { redactedContent: 'eA==' } }),
        delta(3, { text: 'a' }),
        delta(3, { text: 'b' }),
        start(4, named('1')),
        delta(4, input('{"x":1}')),
        delta(5, { citation: { title: 't' } }),
        delta(5, { text: 'c' }),
        ...ending('tool_use'),
      ],
      loose,
    ),
  )
  expect(blocks).toEqual([
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'thinking', thinking: '', signature: 't' },
    { type: 'redacted_thinking', data: 'eA==' },
    { type: 'text', text: 'ab' },
    { type: 'tool_use', id: '1', name: 'f', input: {}, partial_json: '{"x":1}' },
    { type: 'text', text: 'c', citations: [{ title: 't' }] },
  ])
  const message = {
    role: 'assistant',
    content,
    content_blocks: blocks,
    tool_calls: toolCalls.map(({ id, ...called }) => ({ id, type: 'function', function: called })),
  }
  expect(messagesOf(hello, JSON.parse(JSON.stringify(message)))).toEqual([
    userTurn,
    {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
        { reasoningContent: { reasoningText: { text: '', signature: 't' } } },
        { reasoningContent: { redactedContent: 'eA==' } },
        { text: 'ab' },
        { toolUse: { toolUseId: '1', name: 'f', input: { x: 1 } } },
        { text: 'c' },
      ],
    },
  ])
})

describe('streams that end with an error', () => {
  test.each([
    ['validationException', 'invalid_request_error', 400],
    ['throttlingException', 'rate_limit_error', 'rate_limit_exceeded'],
    ['modelStreamErrorException', 'ModelStreamErrorException', 424],
    ['internalServerException', 'InternalServerException', 500],
    ['serviceUnavailableException', 'server_error', 'server_is_overloaded'],
    ['anExceptionOfTomorrowException', 'AnExceptionOfTomorrowException', undefined],
  ])('%s', (event, type, code) => {
    const frame = exceptionFrame(event, { message: 'Sorry' })
    const error = { message: 'Sorry', type, ...(code === undefined ? {} : { code }) }
    expect(stepsOfFrames(context, [frame])).toEqual([{ error }])
    const steps = stepsOfFrames(context, [asStream([begin]), frame, asStream(ending('end_turn'))])
    expect(steps.slice(1)).toEqual([{ error }])
  })

  test('an error that the service did not foresee', () => {
    const frame = frameBytes(
      [
        [':message-type', 'error'],
        [':error-code', 'InternalFailure'],
        [':error-message', 'broken'],
      ],
      '',
    )
    expect(stepsOfFrames(context, [frame])).toEqual([
      { error: { message: 'broken', type: 'InternalFailure' } },
    ])
  })

  test.each([
    ['nothing at all', []],
    ['in mid-text', [begin, delta(0, { text: 'a' })]],
    ['after the counts, without a stop', [begin, ...ending('end_turn').slice(1)]],
  ])('a cut: %s', (_, events: Events) => {
    expect(run(events).at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
  })
})

// Nearly valid events: known names, in any order, with arbitrary fields.
const any = fc.jsonValue()
const piece = fc.oneof(
  fc.record({ text: fc.oneof(fc.string({ unit: 'grapheme' }), any) }),
  fc.record({ toolUse: fc.oneof(fc.record({ input: fc.oneof(fc.string(), any) }), any) }),
  fc.record({
    reasoningContent: fc.oneof(
      fc.dictionary(fc.constantFrom('text', 'signature', 'redactedContent'), fc.oneof(fc.string(), any)),
      any,
    ),
  }),
  fc.record({ citation: any }),
  any,
)
const begun = fc.oneof(
  fc.record({ toolUse: fc.oneof(fc.record({ toolUseId: fc.string(), name: fc.string() }), any) }),
  any,
)
const payload = fc.oneof(
  fc.record(
    {
      contentBlockIndex: fc.oneof(fc.integer({ min: 0, max: 3 }), any),
      delta: piece,
      start: begun,
      stopReason: fc.oneof(fc.constantFrom('end_turn', 'tool_use', 'guardrail_intervened'), any),
      usage: fc.oneof(fc.dictionary(fc.constantFrom('inputTokens', 'outputTokens'), any), any),
      message: fc.oneof(fc.string(), any),
    },
    { requiredKeys: [] },
  ),
  any,
)
const name = fc.constantFrom(
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
  'hologram',
)
const frame = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(name, payload).map(([event, body]) => eventFrame(event, body)) },
  { weight: 1, arbitrary: fc.tuple(fc.string(), payload).map(([type, body]) => exceptionFrame(type, body)) },
  {
    weight: 1,
    arbitrary: fc.tuple(name, fc.string()).map(([event, body]) => frameBytes([[':event-type', event]], body)),
  },
)

/** Bytes that are not frames are skipped here. */
function lenient(given: AdapterContext, pieces: readonly Uint8Array[]): readonly StreamStep[] {
  const mapper = mapStream(given)
  const steps: StreamStep[] = []
  const parser = parseAwsEvents(
    event => void steps.push(...mapper.event(event)),
    () => {},
  )
  for (const each of pieces) parser.feed(each)
  parser.end()
  return [...steps, ...mapper.end()]
}

expectStreamInvariants({
  context,
  bytes: fc
    .array(fc.oneof({ weight: 9, arbitrary: frame }, { weight: 1, arbitrary: fc.uint8Array() }), {
      maxLength: 12,
    })
    .map(pieces => Buffer.concat(pieces)),
  event: frame,
  steps: lenient,
  runEvents: (frames, given) => stepsOfFrames(given, frames),
})
