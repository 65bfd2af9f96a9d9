// Events → chunks, in every order.
import { describe, expect, test } from 'vitest'
import { convertReply } from '../../../../runtime/providers/google/convert-reply.ts'
import { mapStream } from '../../../../runtime/providers/google/map-stream.ts'
import type { AdapterContext, StreamStep } from '../../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Completion, chunksOf, fold, foldReply, stepsOf } from '../fold.ts'
import { context } from './context.ts'
import { asStream, candidate, functionCall } from './fixtures.ts'

type Events = readonly unknown[]

const run = (events: Events, given: AdapterContext = context): readonly StreamStep[] =>
  stepsOf(mapStream(given), [asStream(events)])

const text = (words: string) => candidate([{ text: words }])
const stop = (reason = 'STOP') => candidate([{ text: '' }], { finishReason: reason })
const call = (more: JsonObject, signature?: string) =>
  candidate([{ functionCall: more, ...(signature === undefined ? {} : { thoughtSignature: signature }) }])
const piece = (path: string, value: JsonObject) => ({
  partialArgs: [{ jsonPath: path, ...value }],
  willContinue: true,
})

describe('the accumulated result', () => {
  const id = (index: number) => `call_${context.identifier}_${index}`
  const cases: readonly [title: string, events: Events, expected: object][] = [
    ['text', [text('a'), text('b'), stop()], { content: 'ab', finish: 'stop' }],
    ['nothing', [stop()], { content: '', toolCalls: [], finish: 'stop' }],
    [
      'calls in one event and in several',
      [
        candidate([functionCall('f', { x: 1 }), functionCall('g', {})]),
        candidate([functionCall('f', {})]),
        stop(),
      ],
      {
        toolCalls: [
          { id: id(0), name: 'f', arguments: '{"x":1}' },
          { id: id(1), name: 'g', arguments: '{}' },
          { id: id(2), name: 'f', arguments: '{}' },
        ],
        finish: 'tool_calls',
      },
    ],
    [
      'arguments in pieces',
      [
        call({ name: 'f', id: 'own', willContinue: true }),
        call(piece('$.city', { stringValue: 'Zür', willContinue: true })),
        call(piece('$.city', { stringValue: 'ich' })),
        call(piece("$.days[0]['n']", { numberValue: 1 })),
        call(piece('$.days[1].n', { numberValue: 2 })),
        call(piece('$.wet', { boolValue: false })),
        call(piece('$.none', { nullValue: 'NULL_VALUE' })),
        call(piece('somewhere', { stringValue: 'x' })),
        call(piece('$.__proto__.polluted', { stringValue: 'x' })),
        call(piece('$.city[0]', { stringValue: 'x' })),
        call({}),
        stop(),
      ],
      {
        toolCalls: [
          {
            id: 'own',
            name: 'f',
            arguments: '{"city":["x"],"days":[{"n":1},{"n":2}],"wet":false,"none":null}',
          },
        ],
        finish: 'tool_calls',
      },
    ],
    [
      'a call in pieces that another follows, and one that the end of the stream closes',
      [call({ name: 'f', willContinue: true }), call({ name: 'g', willContinue: true }), stop()],
      {
        toolCalls: [
          { id: id(0), name: 'f', arguments: '{}' },
          { id: id(1), name: 'g', arguments: '{}' },
        ],
      },
    ],
    [
      'a reason in every event, and the last one counts',
      [
        candidate([{ text: 'a' }], { finishReason: 'STOP' }),
        candidate([{ text: 'b' }], { finishReason: 'MAX_TOKENS' }),
      ],
      { content: 'ab', finish: 'length' },
    ],
    [
      'totals run, and the last ones count',
      [
        { ...text('a'), usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1 } },
        { ...stop(), usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 5, thoughtsTokenCount: 2 } },
      ],
      { usage: expect.objectContaining({ prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 }) },
    ],
    [
      'a filter with its reason',
      [text('a'), candidate([], { finishReason: 'SAFETY', finishMessage: 'Not this.' })],
      { content: 'a', refusal: 'Not this.', finish: 'content_filter' },
    ],
    [
      'a blocked prompt',
      [{ promptFeedback: { blockReason: 'SAFETY' } }],
      { content: '', refusal: 'The provider blocked the prompt: SAFETY.', finish: 'content_filter' },
    ],
  ]
  test.each(cases)('%s', (_, events, expected) => {
    expect(fold(run(events))).toMatchObject(expected)
  })

  test('signatures come along in strict streams too, with the call or the message that they belong to', () => {
    const steps = run([
      call({ name: 'f', args: {} }, 's'),
      candidate([{ text: '', thoughtSignature: 't' }]),
      stop(),
    ])
    const deltas = chunksOf(steps).flatMap(chunk => chunk.choices.map(each => each.delta))
    expect(deltas).toContainEqual(
      expect.objectContaining({
        tool_calls: [expect.objectContaining({ extra_content: { google: { thought_signature: 's' } } })],
      }),
    )
    expect(deltas).toContainEqual({ extra_content: { google: { thought_signature: 't' } } })
  })

  test('parallel candidates keep their index', () => {
    const both = (words: readonly string[], reason?: string) => ({
      candidates: words.map((word, index) => ({
        index,
        content: { parts: [{ text: word }] },
        ...(reason === undefined ? {} : { finishReason: reason }),
      })),
    })
    const steps = run([both(['a', 'b']), both(['c', 'd'], 'STOP')])
    expect(steps.at(-1)).toBe('done')
    const choices = chunksOf(steps).flatMap(chunk => chunk.choices)
    for (const [index, words] of ['ac', 'bd'].entries()) {
      const own = choices.filter(choice => choice.index === index)
      expect(own.map(choice => choice.delta.content ?? '').join('')).toBe(words)
      expect(own.map(choice => choice.finish_reason).filter(Boolean)).toEqual(['stop'])
      expect(own[0]?.delta.role).toBe('assistant')
    }
  })

  test('log probabilities come with their event', () => {
    const logprobsResult = { chosenCandidates: [{ token: 'a', logProbability: -1 }] }
    const chunks = chunksOf(run([candidate([{ text: 'a' }], { logprobsResult }), stop()]))
    const streamed = chunks.flatMap(chunk => chunk.choices).filter(choice => choice.logprobs !== null)
    expect(streamed).toMatchObject([{ logprobs: { content: [{ token: 'a', logprob: -1 }] } }])
  })

  test('usage is sent only when requested', () => {
    const steps = run([stop()], { ...context, includeUsage: false })
    expect(chunksOf(steps).some(chunk => 'usage' in chunk)).toBe(false)
  })
})

describe('a stream and a whole reply have the same', () => {
  const parts = [
    { text: 'h', thought: true },
    { text: 'm', thought: true },
    { text: 'a' },
    { text: 'b' },
    functionCall('f', { x: 1 }),
    { inlineData: { mimeType: 'image/png', data: 'AA==' } },
    { text: 'c' },
    functionCall('g', {}),
  ]
  test.each([true, false])('strict: %s', strict => {
    const given = { ...context, strict }
    const end = { finishReason: 'STOP' }
    const whole = convertReply(candidate(parts, end), given) as unknown as Completion
    const events = [...parts.map(part => candidate([part])), candidate([], end)]
    expect(fold(run(events, given))).toEqual(foldReply(whole))
  })
})

describe('streams that end with an error', () => {
  const error = { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' }
  test.each([
    ['an event', { error }],
    ['a list', [{ error }]],
  ])('an error in %s', (_, event) => {
    expect(run([text('a'), event, stop()]).slice(2)).toEqual([
      { error: { message: 'Overloaded.', type: 'server_error', code: 'server_is_overloaded' } },
    ])
  })

  test.each([
    ['nothing at all', []],
    ['events that mean nothing', [{}, { this: 1 }]],
    ['in mid-text', [text('a')]],
    ['in a call', [call({ name: 'f', willContinue: true })]],
  ])('a cut: %s', (_, events) => {
    expect(run(events).at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
  })
})

describe('a call that the provider could not read', () => {
  const malformed = stop('MALFORMED_FUNCTION_CALL')

  test('ends a stream without content with an error', () =>
    expect(run([malformed]).at(-1)).toMatchObject({
      error: { message: expect.stringContaining('could not read'), code: 'invalid_upstream_reply' },
    }))

  test('is a normal end after a text', () => expect(run([text('a'), malformed]).at(-1)).toBe('done'))
})
