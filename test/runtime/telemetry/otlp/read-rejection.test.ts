// What a collector rejects of an accepted request is told and counted, in both encodings.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readJsonRejection,
  readProtobufRejection,
} from '../../../../runtime/telemetry/otlp/read-rejection.ts'
import '../../../support/property-seed.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const json = (value: unknown): Uint8Array => bytes(JSON.stringify(value))

describe('A partial success in JSON', () => {
  it.each([
    [
      'of spans, as a text',
      'traces',
      { partialSuccess: { rejectedSpans: '3', errorMessage: 'too old' } },
      3,
      ': too old',
    ],
    ['of records, as a number', 'logs', { partialSuccess: { rejectedLogRecords: 2 } }, 2, ''],
    ['of data points', 'metrics', { partialSuccess: { rejectedDataPoints: '1', errorMessage: '' } }, 1, ''],
  ] as const)('%s', (_title, signal, reply, count, said) => {
    expect(readJsonRejection(signal, json(reply))).toEqual({
      reason: `the collector rejected ${count}${said}`,
      count,
    })
  })

  it.each([
    ['no partial success', json({})],
    ['a warning without a rejection', json({ partialSuccess: { errorMessage: 'slow down' } })],
    ['a count of another signal', json({ partialSuccess: { rejectedLogRecords: '3' } })],
    ['nothing', bytes('')],
    ['no JSON', bytes('<html>')],
    ['null', bytes('null')],
  ])('%s is none', (_title, reply) => {
    expect(readJsonRejection('traces', reply)).toBeUndefined()
  })
})

describe('A partial success in protobuf', () => {
  const partial = (...fields: readonly number[]): Uint8Array =>
    new Uint8Array([0x0a, fields.length, ...fields])

  it('has the count and the sentence', () => {
    expect(readProtobufRejection(partial(0x08, 0xac, 0x02, 0x12, 3, ...bytes('old')))).toEqual({
      reason: 'the collector rejected 300: old',
      count: 300,
    })
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['a sentence alone', partial(0x12, 3, ...bytes('old'))],
    ['a count of zero', partial(0x08, 0)],
    ['a field that ends early', new Uint8Array([0x0a, 9, 8, 1])],
    ['a number without an end', partial(0x08, 0xff)],
  ])('%s is none', (_title, reply) => {
    expect(readProtobufRejection(reply)).toBeUndefined()
  })

  it('is read from any bytes without a fault', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), reply => {
        const found = readProtobufRejection(reply)
        expect(found === undefined || (found.count ?? 0) > 0).toBe(true)
      }),
      { numRuns: 1000 },
    ))
})
