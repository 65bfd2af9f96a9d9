// A whole reply becomes a stream and a stream a whole reply, without losing meaning.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateChunks, toChunkEvents } from '../../../../runtime/cache/stream-formats/chunks.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { runs } from '../../../support/property-seed.ts'
import { aggregateBytes } from './aggregate-bytes.ts'

const folded = (pieces: readonly Uint8Array[] | undefined) => aggregateBytes(aggregateChunks(), pieces)

const foldEvents = (...chunks: readonly JsonObject[]): JsonObject | undefined => {
  const fold = aggregateChunks()
  for (const chunk of chunks) fold.add({ data: JSON.stringify(chunk) })
  return fold.reply()?.reply
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const call = fc.record({
  id: fc.uuid(),
  type: fc.constant('function' as const),
  function: fc.record({ name: fc.stringMatching(/^[a-z_]{1,8}$/), arguments: fc.json() }),
})
const message = fc.record({
  role: fc.constant('assistant' as const),
  content: fc.option(text),
  refusal: fc.option(text),
})
const choice = (index: number) =>
  fc.record({
    index: fc.constant(index),
    message: fc
      .tuple(
        message,
        fc.array(call, { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), text, { maxKeys: 2 }),
      )
      .map(([body, calls, more]) => ({
        ...body,
        ...more,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      })),
    logprobs: fc.option(
      fc.record({ content: fc.array(fc.record({ token: text, logprob: fc.constant(-1) })) }),
    ),
    finish_reason: fc.constantFrom('stop', 'length', 'tool_calls', 'content_filter'),
  })
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
const chat = fc.integer({ min: 1, max: 3 }).chain(many =>
  fc.record({
    id: text,
    object: fc.constant('chat.completion' as const),
    created: fc.nat(),
    model: text,
    system_fingerprint: fc.option(text),
    choices: fc.tuple(...Array.from({ length: many }, (_, index) => choice(index))),
    usage: fc.constant(usage),
  }),
)
const legacy = fc.record({
  id: text,
  object: fc.constant('text_completion' as const),
  created: fc.nat(),
  model: text,
  choices: fc
    .array(
      fc.record({ text, logprobs: fc.constant(null), finish_reason: fc.constantFrom('stop', 'length') }),
      { minLength: 1, maxLength: 3 },
    )
    .map(list => list.map((each, index) => ({ index, ...each }))),
  usage: fc.constant(usage),
})

describe('Aggregating generated chunks', () => {
  it.each<readonly [string, fc.Arbitrary<JsonObject>]>([
    ['a chat reply', chat as unknown as fc.Arbitrary<JsonObject>],
    ['a completion', legacy as unknown as fc.Arbitrary<JsonObject>],
  ])('gives %s back', (_title, replies) => {
    fc.assert(
      fc.property(replies, reply => {
        expect(folded(toChunkEvents(reply, true))).toEqual(reply)
      }),
      { numRuns: runs(60) },
    )
  })

  it('leaves usage out where it was not asked for', () => {
    fc.assert(
      fc.property(chat, reply => {
        const { usage: _usage, ...rest } = reply
        expect(folded(toChunkEvents(reply as unknown as JsonObject, false))).toEqual(rest)
      }),
    )
  })
})

describe('Aggregating a stream', () => {
  const delta = (body: JsonObject, finish: string | null = null): JsonObject => ({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: body, finish_reason: finish }],
  })
  it('joins the pieces of parallel calls by their index, in any order', () => {
    const piece = (index: number, more: JsonObject): JsonObject => delta({ tool_calls: [{ index, ...more }] })
    const whole = foldEvents(
      delta({ role: 'assistant', content: null }),
      piece(1, { id: 'b', type: 'function', function: { name: 'time', arguments: '' } }),
      piece(0, { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"ci' } }),
      piece(1, { function: { arguments: '{}' } }),
      piece(0, { function: { arguments: 'ty":1}' } }),
      delta({}, 'tool_calls'),
    )
    expect(whole).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":1}' } },
              { id: 'b', type: 'function', function: { name: 'time', arguments: '{}' } },
            ],
          },
        },
      ],
    })
  })

  it('returns nothing without a choice, and tolerates malformed chunks', () => {
    expect(foldEvents()).toBeUndefined()
    expect(foldEvents({ choices: [] })).toBeUndefined()
    expect(
      foldEvents({ choices: [null, 3] }, { choices: 'x' }, delta({ content: 'a' }), { usage: null }),
    ).toMatchObject({
      choices: [{ message: { content: 'a' } }],
    })
  })
})
