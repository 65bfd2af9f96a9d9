// Events → chunks, in every order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapStream } from '../../../../runtime/providers/cohere/map-stream.ts'
import type { AdapterContext, StreamStep } from '../../../../runtime/values/adapter.ts'
import { expectStreamInvariants } from '../arbitrary-stream.ts'
import { chunksOf, fold, stepsOf } from '../fold.ts'
import { context, loose } from './context.ts'
import {
  asStream,
  begin,
  callEnd,
  callPiece,
  callStart,
  citation,
  content,
  contentStart,
  type Event,
  end,
  plan,
} from './fixtures.ts'

const run = (events: readonly Event[], given: AdapterContext = context): readonly StreamStep[] =>
  stepsOf(mapStream(given), [asStream(events)])

describe('the accumulated result', () => {
  const one = (written: string) => ({ toolCalls: [{ id: 'a', name: 'f', arguments: written }] })
  const calling = (...pieces: readonly string[]): readonly Event[] => [
    begin,
    callStart(0, 'a', 'f'),
    ...pieces.map(piece => callPiece(0, piece)),
    callEnd(0),
    end('TOOL_CALL'),
  ]
  const cases: readonly [title: string, events: readonly Event[], expected: object][] = [
    [
      'text',
      [begin, contentStart(0, { type: 'text', text: 'a' }), content(0, { text: 'b' }), end('COMPLETE')],
      { content: 'ab', finish: 'stop' },
    ],
    ['nothing', [begin, end('COMPLETE')], { content: '', toolCalls: [], finish: 'stop', usage: undefined }],
    ['a limit', [begin, end('MAX_TOKENS')], { finish: 'length' }],
    ['a sequence', [begin, end('STOP_SEQUENCE')], { finish: 'stop' }],
    ['a reason of tomorrow', [begin, end('SUNSET')], { finish: 'stop' }],
    ['the plan before calls', [begin, plan('I '), plan('will.'), ...calling('{}')], { content: 'I will.' }],
    ['empty arguments', calling(), one('{}')],
    ['arguments that are null', calling('null'), one('{}')],
    ['arguments that are null, in pieces', calling(' ', 'n', 'ul', 'l '), one('{}')],
    ['arguments that begin with space', calling(' ', '{"x":', 'null}'), one(' {"x":null}')],
    [
      'arguments that begin with the call',
      [begin, callStart(0, 'a', 'f', '{"x"'), callPiece(0, ':1}'), end('COMPLETE')],
      one('{"x":1}'),
    ],
    [
      'arguments without an end of the call',
      [begin, callStart(0, 'a', 'f'), callPiece(0, 'null'), end('TOOL_CALL')],
      one('{}'),
    ],
    [
      'parallel calls, however their pieces mix',
      [
        begin,
        callStart(0, 'a', 'f'),
        callStart(7, 'b', 'g'),
        callPiece(7, '{"y"'),
        callPiece(0, '{}'),
        callPiece(7, ':2}'),
        callEnd(7),
        end('TOOL_CALL'),
      ],
      {
        toolCalls: [
          { id: 'a', name: 'f', arguments: '{}' },
          { id: 'b', name: 'g', arguments: '{"y":2}' },
        ],
        finish: 'tool_calls',
      },
    ],
    [
      'only what was billed is known',
      [begin, end('COMPLETE', { usage: { billed_units: { input_tokens: 3, output_tokens: 4 } } })],
      {
        usage: expect.objectContaining({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }),
      },
    ],
    [
      'a stream that starts in the middle has the role first',
      [content(0, { text: 'a' }), begin, end('COMPLETE')],
      { content: 'a' },
    ],
    [
      'what comes after the end is ignored',
      [begin, end('COMPLETE'), content(0, { text: 'late' }), end('ERROR')],
      { content: '' },
    ],
  ]
  test.each(cases)('%s', (_, events, expected) => {
    expect(fold(run(events))).toMatchObject(expected)
  })

  test('citations and the finish reason are included when the stream is not strict', () => {
    const cited = { start: 0, end: 1, text: 'a' }
    const events = [begin, content(0, { text: 'a' }), citation(cited), end('COMPLETE')]
    const deltas = (given: AdapterContext) => chunksOf(run(events, given)).map(chunk => chunk.choices[0])
    expect(deltas(loose).map(choice => choice?.delta)).toContainEqual({ citations: [cited] })
    expect(deltas(loose).at(-1)).toMatchObject({ native_finish_reason: 'COMPLETE' })
    expect(deltas(context).map(choice => Object.keys(choice?.delta ?? {}))).toEqual([
      ['role', 'content', 'refusal'],
      ['content'],
      [],
    ])
  })
})

describe('streams that end with an error', () => {
  test.each([
    ['an error at the end', end('ERROR', { error: 'Oh.' }), { message: 'Oh.', code: 500 }],
    ['an end that is an error', end('ERROR'), { message: expect.stringContaining('failed'), code: 500 }],
    ['an end out of time', end('TIMEOUT'), { message: expect.stringContaining('time'), code: 504 }],
  ])('%s', (_, last, error) => {
    expect(run([begin, content(0, { text: 'a' }), last]).at(-1)).toMatchObject({ error })
  })

  test('an error instead of an event', () => {
    const bytes = Buffer.from('data: {"id":"e","message":"Too many tokens"}\n\n')
    expect(stepsOf(mapStream(context), [bytes])).toEqual([
      { error: { message: 'Too many tokens', type: 'server_error' } },
    ])
  })

  test.each([
    ['nothing at all', []],
    ['in mid-text', [begin, content(0, { text: 'a' })]],
  ])('a cut: %s', (_, events) => {
    expect(run(events).at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
  })
})

// Nearly valid events: known types, in any order, with arbitrary fields.
const any = fc.jsonValue()
const piece = fc.oneof(
  fc.record({ text: fc.oneof(fc.string({ unit: 'grapheme' }), any) }),
  fc.record({ thinking: fc.oneof(fc.string(), any) }),
  any,
)
const called = fc.record({
  name: fc.oneof(fc.string(), any),
  arguments: fc.oneof(fc.constantFrom('n', 'null', '{', ' '), any),
})
const calls = fc.oneof(
  fc.record({ id: fc.oneof(fc.string(), any), function: fc.oneof(called, any) }),
  fc.array(called),
  any,
)
const message = fc.oneof(
  fc.record({ content: piece, tool_calls: calls, tool_plan: fc.oneof(fc.string(), any), citations: any }),
  any,
)
const names = ['message-start', 'content-start', 'content-delta', 'tool-plan-delta', 'tool-call-start']
const type = fc.constantFrom(
  ...names,
  'tool-call-delta',
  'tool-call-end',
  'citation-start',
  'message-end',
  'hologram',
)
const event = fc.record({
  type,
  index: fc.oneof(fc.integer({ min: 0, max: 2 }), any),
  delta: fc.oneof(fc.record({ message }), fc.record({ finish_reason: any, usage: any, error: any }), any),
})
const garbage = fc.oneof(
  fc.string(),
  fc.constantFrom('data: 7\n\n', 'data: {\n\n', ': hi\n\n', 'event: x\n\n'),
)
const stream = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: event.map(each => asStream([each], '\n', '')) },
      garbage.map(Buffer.from),
    ),
  )
  .map(pieces => Buffer.concat(pieces))

expectStreamInvariants({
  context,
  bytes: stream,
  event,
  steps: (given, pieces) => stepsOf(mapStream(given), pieces),
  runEvents: run,
})
