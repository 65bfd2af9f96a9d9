// The top-level fields of a body are found in its bytes: the same as JSON.parse, without parsing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClientBody } from '../../../../runtime/values/body/body.ts'
import { checkInTurns, scanInTurns } from '../../../../runtime/values/body/scan-in-turns.ts'
import { type JsonFields, scanFields } from '../../../../runtime/values/body/scan-json-fields.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
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

/** What is written into a text of JSON to break it, or not to. */
const inserted = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'{}[]"\\:, au01-+.eE/'), maxLength: 3 }),
  fc.constantFrom(
    '\u0000',
    '\n',
    '\t',
    '\u001f',
    '\u007f',
    '\u2028',
    '\\u12g4',
    '\\x',
    '01',
    'NaN',
    '-',
    '1.',
    'tru',
  ),
)

describe('the check of a client’s body', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const long = 'x'.repeat(200)

  it('accepts what JSON.parse accepts, at once and in turns', () => {
    const broken = fc
      .tuple(objectText, fc.nat(), fc.nat(3), inserted, fc.boolean())
      .map(([whole, from, removed, added, isLong]) => {
        const at = from % (whole.length + 1)
        return `${whole.slice(0, at)}${isLong ? long : ''}${added}${whole.slice(at + removed)}`
      })
      .filter(text => scanFields(encoder.encode(text)) !== undefined)
    fc.assert(
      fc.property(broken, fc.integer({ min: 1, max: 40 }), (text, step) => {
        const bytes = encoder.encode(text)
        expect(atOnce(checkInTurns(bytes, step))).toBe(isJson(text))
        expect(atOnce(checkInTurns(bytes))).toBe(isJson(text))
      }),
      { numRuns: runs(500) },
    )
  })

  it.each<readonly [string, string | Uint8Array, boolean]>([
    ['a line feed in a string', '{"a":["x\ny"]}', false],
    ['a tab in a long string', `{"a":"${long}\t${long}"}`, false],
    ['NUL at the end of a long string', `{"a":"${long}\u0000"}`, false],
    ['a control character in a name', '{"a":{"x\u0001":1}}', false],
    ['NaN', '{"temperature":NaN}', false],
    ['Infinity', '{"a":[-Infinity]}', false],
    ['a number that begins with zero', '{"seed":01}', false],
    ['a number that ends with a point', '{"a":1.}', false],
    ['an unknown escape', '{"a":"\\x"}', false],
    ['an escape that is cut', '{"a":"\\u12"}', false],
    ['a missing comma in a list', '{"a":[1 2]}', false],
    ['a comma at the end of a list', '{"a":[1,]}', false],
    ['brackets that do not match', '{"a":[1}]}', false],
    ['single quotes', `{"a":['x']}`, false],
    ['bytes that are not UTF-8', new Uint8Array([...encoder.encode('{"a":"'), 0xff, 0x22, 0x7d]), false],
    [
      'a surrogate in UTF-8',
      new Uint8Array([...encoder.encode('{"a":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
      false,
    ],
    ['a byte order mark', '\ufeff{"a":1}', true],
    ['NUL as an escape', '{"a":"\\u0000"}', true],
    ['lines and tabs between values', '{\n\t"a": [\r\n1,\t2 ]\n}\n', true],
    ['numbers of every form', '{"a":[-0,0.5,1e5,1E-3,-12.50e+7,10]}', true],
  ])('%s', (_title, text, expected) => {
    const body = createClientBody(typeof text === 'string' ? encoder.encode(text) : text)
    expect(isFailure(body) ? body.code : 'JSON').toBe(expected ? 'JSON' : 'invalid_json')
  })

  it.each<readonly [string, (size: number) => string]>([
    ['escapes far from each other', size => `{"a":"${`${'x'.repeat(40)}\\n`.repeat(size / 42)}"}`],
    ['long strings without escapes', size => `{"a":[${`"${'x'.repeat(40)}",`.repeat(size / 43)}1]}`],
    ['integers', size => `{"a":[${'10,'.repeat(size / 3)}1]}`],
    ['one long number', size => `{"a":${'1'.repeat(size)}.5}`],
    ['lists in lists', size => `{"a":[${'[[]],'.repeat(size / 5)}1]}`],
  ])('runs in linear time: %s', (_title, make) => {
    const bytes = encoder.encode(make(5_000_000))
    expect(Math.min(...[0, 1].map(() => effort(() => atOnce(checkInTurns(bytes)))))).toBeLessThan(40)
  })
})
