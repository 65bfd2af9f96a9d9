// Lines → chunks, in every order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectStreamInvariants } from '../arbitrary-stream.ts'
import { fold } from '../fold.ts'
import { context, loose } from './context.ts'
import { asStream, call, done, type Line, piece } from './fixtures.ts'
import { stepsOfLines } from './steps.ts'

const run = (lines: readonly Line[], given = context) => stepsOfLines(given, [asStream(lines)])

describe('the accumulated result', () => {
  const made = (index: number) => `call_${context.identifier}_${index}`
  const cases: readonly [title: string, lines: readonly Line[], expected: object][] = [
    ['text', [piece({ content: 'a' }), piece({ content: 'b' }), done()], { content: 'ab', finish: 'stop' }],
    ['text on the last line', [piece({ content: 'a' }, { done: true })], { content: 'a', finish: 'stop' }],
    ['nothing', [done()], { content: '', toolCalls: [], finish: 'stop', usage: undefined }],
    ['a limit', [piece({ content: 'a' }), done({ done_reason: 'length' })], { finish: 'length' }],
    [
      'calls of one line and of several, with identifiers made up where they lack',
      [
        piece({ tool_calls: [call('f', { x: 1 }), call('g', null, 'b')] }),
        piece({ tool_calls: [call('f', '')] }),
        done(),
      ],
      {
        toolCalls: [
          { id: made(0), name: 'f', arguments: '{"x":1}' },
          { id: 'b', name: 'g', arguments: '{}' },
          { id: made(2), name: 'f', arguments: '{}' },
        ],
        finish: 'tool_calls',
      },
    ],
    ['what comes after the end is ignored', [done(), piece({ content: 'late' }), done()], { content: '' }],
  ]
  test.each(cases)('%s', (_, lines, expected) => {
    expect(fold(run(lines))).toMatchObject(expected)
  })

  test('thinking is a block, and the reason the provider’s, when the stream is not strict', () => {
    const lines = [
      piece({ thinking: 'a' }),
      piece({ content: 'b' }),
      piece({ tool_calls: [call('f', {}, 'c')] }),
      done(),
    ]
    expect(fold(run(lines, loose)).blocks).toEqual([
      { type: 'thinking', thinking: 'a' },
      { type: 'text', text: 'b' },
      { type: 'tool_use', id: 'c', name: 'f', input: {} },
    ])
    expect(fold(run(lines)).blocks).toEqual([])
  })
})

describe('streams that end with an error', () => {
  test.each([
    ['at once', []],
    ['in mid-text', [piece({ content: 'a' })]],
  ])('an error %s', (_, before) => {
    const steps = run([...before, { error: 'out of memory' }, done()])
    expect(steps.at(-1)).toEqual({ error: { message: 'out of memory', type: 'server_error' } })
  })

  test.each([
    ['nothing at all', []],
    ['in mid-text', [piece({ content: 'a' })]],
  ])('a cut: %s', (_, lines) => {
    expect(run(lines).at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
  })
})

// Nearly valid lines, in any order, with arbitrary fields.
const any = fc.jsonValue()
const called = fc.record({
  id: fc.oneof(fc.string(), any),
  function: fc.oneof(fc.record({ name: any, arguments: any }), any),
})
const message = fc.record({
  content: fc.oneof(fc.string({ unit: 'grapheme' }), any),
  thinking: fc.oneof(fc.string(), any),
  tool_calls: fc.oneof(fc.array(called), any),
})
const line = fc.record(
  {
    message: fc.oneof(message, any),
    model: any,
    done: fc.oneof(fc.boolean(), any),
    done_reason: any,
    eval_count: any,
    error: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, any),
  },
  { requiredKeys: ['message'] },
)
const garbage = fc.oneof(fc.string(), fc.constantFrom('7\n', '{\n', '\r\n', '[]\n'))
const stream = fc
  .array(fc.oneof({ weight: 4, arbitrary: line.map(each => asStream([each])) }, garbage.map(Buffer.from)))
  .map(pieces => Buffer.concat(pieces))

expectStreamInvariants({
  context,
  bytes: stream,
  event: line,
  steps: stepsOfLines,
  runEvents: run,
})
