// A large value is encoded in turns, with the bytes of encoding it at once, and no turn writes much more than a part.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeInTurns } from '../../../../runtime/values/body/encode-in-turns.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { runs } from '../../../support/property-seed.ts'

const PART = 64

/** The text, and the bytes between two turns at most. */
function encoded(value: Json, part = PART) {
  const work = encodeInTurns(value, part)
  let turns = 1
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return { text: Buffer.from(step.value).toString(), turns }
    turns += 1
  }
}

const json = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>
const long = fc.oneof(
  json,
  fc.array(json, { maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 100, maxLength: 1000 }),
  fc.array(fc.double(), { maxLength: 200 }),
  fc.dictionary(fc.string(), fc.oneof(json, fc.string({ minLength: 100 })), { maxKeys: 40 }),
) as fc.Arbitrary<Json>

describe('Encoding in turns', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 1, max: 200 }), (value, part) => {
        expect(encoded(value, part).text).toBe(JSON.stringify(value))
      }),
      { numRuns: runs(300) },
    )
  })

  it.each<readonly [string, Json]>([
    ['vectors', { data: Array.from({ length: 100 }, () => ({ embedding: Array(10).fill(0.125) })) }],
    ['a long vector', { data: [{ embedding: Array(5000).fill(0.125) }] }],
    ['a long text', { text: 'x'.repeat(30_000) }],
    ['a text of two-unit characters', ['\u{1f600}'.repeat(3000)]],
    ['many names', Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`name${index}`, index]))],
  ])('takes a turn for each part of %s', (_title, value) => {
    const { text, turns } = encoded(value)
    expect(text).toBe(JSON.stringify(value))
    expect(text.length / turns).toBeLessThan(3 * PART)
  })

  it('takes one turn for a small value', () => {
    expect(encoded({ a: [1, 2, null, true] })).toEqual({ text: '{"a":[1,2,null,true]}', turns: 1 })
  })
})
