// Arbitrary replies and streams: nearly valid, and far from it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertReply } from '../../../../runtime/providers/google/convert-reply.ts'
import { mapStream } from '../../../../runtime/providers/google/map-stream.ts'
import { expectStreamInvariants } from '../arbitrary-stream.ts'
import { stepsOf } from '../fold.ts'
import { context } from './context.ts'
import { asStream } from './fixtures.ts'

// Nearly valid events: known properties, in any order, with arbitrary values.
const part = fc.oneof(
  fc.record(
    { text: fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue()), thought: fc.boolean() },
    { requiredKeys: ['text'] },
  ),
  fc.record({
    functionCall: fc.oneof(
      fc.record(
        {
          name: fc.oneof(fc.string(), fc.jsonValue()),
          id: fc.jsonValue(),
          args: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
          willContinue: fc.boolean(),
          partialArgs: fc.oneof(
            fc.array(
              fc.record({
                jsonPath: fc.constantFrom(
                  '$',
                  '$.a',
                  '$.a.b',
                  '$.a[0]',
                  '$.a[99999999]',
                  '$.__proto__.x',
                  "$['c']",
                  '$..',
                ),
                stringValue: fc.string(),
              }),
            ),
            fc.jsonValue(),
          ),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
    thoughtSignature: fc.oneof(fc.string(), fc.jsonValue()),
  }),
  fc.record({ inlineData: fc.jsonValue() }),
  fc.jsonValue(),
)
const event = fc.oneof(
  fc.record(
    {
      candidates: fc.oneof(
        fc.array(
          fc.record(
            {
              index: fc.constantFrom(0, 0, 0, 1, 'x', null),
              content: fc.oneof(fc.record({ parts: fc.array(part) }), fc.jsonValue()),
              finishReason: fc.oneof(fc.constantFrom('STOP', 'SAFETY', 'MAX_TOKENS', 1), fc.jsonValue()),
              logprobsResult: fc.oneof(
                fc.record({ chosenCandidates: fc.array(fc.jsonValue()), topCandidates: fc.jsonValue() }),
                fc.jsonValue(),
              ),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 2 },
        ),
        fc.jsonValue(),
      ),
      promptFeedback: fc.oneof(fc.record({ blockReason: fc.jsonValue() }), fc.jsonValue()),
      usageMetadata: fc.oneof(fc.record({ promptTokenCount: fc.jsonValue() }), fc.jsonValue()),
      responseId: fc.jsonValue(),
      modelVersion: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.record({ error: fc.jsonValue() }),
  fc.jsonValue(),
)
const garbage = fc.oneof(
  fc.string(),
  fc.constantFrom('data: 7\n\n', 'data: {\n\n', ': hi\n\n', '\r\n', 'event: x\n\n', '[{"error":{}}]'),
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
  severalChoices: true,
})

test('arbitrary whole replies do not throw', () => {
  fc.assert(
    fc.property(event, fc.boolean(), (body, strict) => {
      const reply = convertReply(body, { ...context, strict })
      expect('choices' in reply || 'code' in reply).toBe(true)
    }),
    { numRuns: 500 },
  )
  expect({}).not.toHaveProperty('polluted')
  expect({}).not.toHaveProperty('x')
})
