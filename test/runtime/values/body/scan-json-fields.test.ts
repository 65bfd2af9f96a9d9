// The top-level fields of a body are found in its bytes: the same as JSON.parse, without parsing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanInTurns } from '../../../../runtime/values/body/scan-in-turns.ts'
import { type JsonFields, scanFields } from '../../../../runtime/values/body/scan-json-fields.ts'
import { atOnce } from '../../../../runtime/values/turns.ts'
import { effort } from '../../../support/effort.ts'
import { runs } from '../../../support/property-seed.ts'
import { jsonText, objectText } from './json-texts.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Names and parsed values of the fields that the scan finds. */
function scanned(text: string): readonly (readonly [string, unknown])[] | undefined {
  const bytes = encoder.encode(text)
  const fields = scanFields(bytes)
  return fields?.names.map((name, index) => [
    name,
    JSON.parse(decoder.decode(bytes.subarray(fields.spans[2 * index], fields.spans[2 * index + 1]))),
  ])
}

describe('the scan of a body', () => {
  it('finds in every JSON object the fields that JSON.parse finds', () => {
    fc.assert(
      fc.property(objectText, text => {
        const expected = Object.entries(JSON.parse(text) as object)
        const found = new Map(scanned(text))
        expect([...found.keys()].sort()).toEqual(expected.map(([key]) => key).sort())
        for (const [key, value] of expected) expect(found.get(key)).toEqual(value)
      }),
      { numRuns: runs(100) },
    )
  })

  it('finds nothing in JSON that is not an object', () => {
    fc.assert(
      fc.property(
        jsonText.filter(text => !text.startsWith('{')),
        text => {
          expect(scanFields(encoder.encode(text))).toBeUndefined()
        },
      ),
    )
  })

  it('terminates and never throws, for any bytes', () => {
    const broken = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', ' ', 'a', '1'),
          maxLength: 80,
        })
        .map(text => encoder.encode(text)),
      fc
        .tuple(objectText, fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 3 }))
        .map(([text, from, length, inserted]) => {
          const bytes = encoder.encode(text)
          const at = from % (bytes.length + 1)
          return new Uint8Array([...bytes.subarray(0, at), ...inserted, ...bytes.subarray(at + (length % 4))])
        }),
    )
    fc.assert(
      fc.property(broken, bytes => {
        const fields = scanFields(bytes)
        if (fields === undefined) return
        let end = 0
        fields.names.forEach((_name, index) => {
          const start = fields.spans[2 * index] ?? -1
          expect(start).toBeGreaterThanOrEqual(end)
          end = fields.spans[2 * index + 1] ?? -1
          expect(end).toBeGreaterThan(start)
        })
        expect(fields.close).toBeGreaterThanOrEqual(end)
      }),
      { numRuns: runs(200) },
    )
  })

  it('finds the same in turns, however small these are, also in what is not JSON', () => {
    const text = fc.oneof(
      objectText,
      fc
        .tuple(objectText, fc.nat(), fc.nat(3), fc.string({ unit: fc.constantFrom(...'{}[]"\\:, a1') }))
        .map(([whole, from, removed, inserted]) => {
          const at = from % (whole.length + 1)
          return `${whole.slice(0, at)}${inserted}${whole.slice(at + removed)}`
        }),
    )
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (each, step) => {
        const bytes = encoder.encode(each)
        const found = (fields: JsonFields | undefined) => fields && [fields.names, fields.spans, fields.close]
        expect(found(atOnce(scanInTurns(bytes, step)))).toEqual(found(scanFields(bytes)))
      }),
      { numRuns: runs(200) },
    )
  })

  it('searches natively only where no quote is near: texts of JSON have many that are escaped', () => {
    class CountedBytes extends Uint8Array {
      searches = 0
      override indexOf(value: number, from?: number): number {
        this.searches += 1
        return super.indexOf(value, from)
      }
    }
    const inner = JSON.stringify({
      text: 'y'.repeat(5000),
      path: 'C:\\\\',
      list: Array(5000).fill({ a: '"' }),
    })
    const bytes = new CountedBytes(encoder.encode(JSON.stringify({ content: inner, last: 1 })))
    expect(scanFields(bytes)?.names).toEqual(['content', 'last'])
    expect(bytes.searches).toBeLessThan(4)
  })

  it('reads no more than a step in a turn, apart from a string', () => {
    const nested = `{"a":{${Array.from({ length: 2000 }, (_, at) => `"k${at}":[${at}]`).join()}},${'"b":1,'.repeat(2000)}"c":2}`
    const turns = [...scanInTurns(encoder.encode(nested), 1000)].length
    expect(turns).toBeGreaterThanOrEqual(nested.length / 1100)
    expect([...scanInTurns(encoder.encode(nested))]).toEqual([])
  })

  it.each<readonly [string, string, readonly string[] | undefined]>([
    ['a byte order mark before it', '\uFEFF{"a":1}', ['a']],
    ['escaped names', '{"\\u006dodel":1,"a\\"b":2}', ['model', 'a"b']],
    [
      'quotes at the end of long strings',
      `{"a":"${'x'.repeat(100)}\\\\","b":"${'\\"'.repeat(50)}"}`,
      ['a', 'b'],
    ],
    ['an empty object', ' { } ', []],
    ['text after the object', '{} x', undefined],
    ['two objects', '{}{}', undefined],
    ['an unclosed string', '{"a":"', undefined],
    ['an escape at the very end', '{"a":"\\', undefined],
    ['an unclosed array', '{"a":[', undefined],
    ['no colon', '{"a" 1}', undefined],
    ['a comma at the end', '{"a":1,}', undefined],
    ['no value', '{"a":}', undefined],
    ['no quotes', '{a:1}', undefined],
    ['1000 levels', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`, ['a']],
    ['1001 levels', `{"a":${'['.repeat(1001)}${']'.repeat(1001)}}`, undefined],
  ])('%s', (_title, text, names) => {
    expect(scanFields(encoder.encode(text))?.names).toEqual(names)
  })

  it.each<readonly [string, (size: number) => string]>([
    ['backslashes', size => `{"a":"${'\\\\'.repeat(size / 2)}"}`],
    ['escaped quotes', size => `{"a":"${'\\"'.repeat(size / 2)}"}`],
    ['unclosed quotes', size => `{"a":"${'\\"'.repeat(size / 2)}`],
    ['short strings', size => `{"a":[${'"",'.repeat(size / 3)}""]}`],
    ['white space', size => `{"a":${' '.repeat(size)}1}`],
    ['fields', size => `{${Array.from({ length: size / 8 }, (_, index) => `"${index}":1`).join(',')}}`],
  ])('runs in linear time: %s', (_title, make) => {
    const bytes = encoder.encode(make(5_000_000))
    // Work that is quadratic in five million bytes takes minutes.
    expect(Math.min(...[0, 1].map(() => effort(() => scanFields(bytes))))).toBeLessThan(20)
  })
})
