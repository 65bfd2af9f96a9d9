// Fields are replaced in the bytes of a body: equivalent to parse, assign, stringify, with no other byte changed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanFields } from '../../../../runtime/values/body/scan-json-fields.ts'
import {
  encodeJson,
  type FieldReplacement,
  spliceFields,
  spliceParts,
} from '../../../../runtime/values/body/splice.ts'
import { objectText } from './json-texts.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function splice(text: string, changes: readonly (readonly [string, unknown])[]): string {
  const bytes = encoder.encode(text)
  const fields = scanFields(bytes)
  if (fields === undefined) throw new Error('The text is no object.')
  const replacements: FieldReplacement[] = changes.map(([name, value]) => ({
    name,
    value: value === undefined ? undefined : encodeJson(value),
  }))
  return decoder.decode(spliceFields(bytes, fields, replacements))
}

/** The object after the changes, as entries: an assignment would fail for the name `__proto__`. */
function assigned(text: string, changes: readonly (readonly [string, unknown])[]): Map<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(JSON.parse(text) as object))
  for (const [name, value] of changes) {
    if (value === undefined) values.delete(name)
    else values.set(name, value)
  }
  return values
}

describe('the splice of a body', () => {
  it('is equivalent to parse, assign and stringify', () => {
    const changes = fc
      .tuple(objectText, fc.nat(), fc.boolean(), fc.jsonValue())
      .chain(([text, pick, remove, value]) => {
        const names = Object.keys(JSON.parse(text) as object)
        const known =
          names.length === 0 ? [] : [[names[pick % names.length] ?? '', remove ? undefined : value] as const]
        const more = fc.uniqueArray(
          fc.tuple(
            fc.string().filter(name => !/\\("|$)/.test(name) && !known.some(([other]) => other === name)),
            fc.option(fc.jsonValue(), { nil: undefined }),
          ),
          { maxLength: 3, selector: ([name]) => name },
        )
        return fc.tuple(
          fc.constant(text),
          more.map(added => [...known, ...added]),
        )
      })
    fc.assert(
      fc.property(changes, ([text, list]) => {
        const result = new Map<string, unknown>(Object.entries(JSON.parse(splice(text, list)) as object))
        const plain = assigned(text, list)
        expect([...result.keys()].sort()).toEqual([...plain.keys()].sort())
        for (const [name, value] of plain)
          expect(JSON.stringify(result.get(name))).toBe(JSON.stringify(value))
      }),
      { numRuns: 500 },
    )
  })

  it.each<readonly [string, string, readonly (readonly [string, unknown])[], string]>([
    [
      'a replacement leaves all other bytes unchanged',
      '{ "a" : 1.50 ,\n"b":"\\u0041" }',
      [['a', 2]],
      '{ "a" : 2 ,\n"b":"\\u0041" }',
    ],
    [
      'a key with a byte order mark is another key',
      '{"":0,"\ufeff":true}',
      [['', 1]],
      '{"":1,"\ufeff":true}',
    ],
    ['an addition is at the end', '{"a":1 }', [['b', [1]]], '{"a":1 ,"b":[1]}'],
    ['an addition to an empty object', '{}', [['b', 1]], '{"b":1}'],
    ['a removal leaves the other values unchanged', '{"a": 1e3, "b":2}', [['b', undefined]], '{"a":1e3}'],
    ['the removal of all', '{"a":1}', [['a', undefined]], '{}'],
    ['a removal of an absent field', '{"a":1}', [['b', undefined]], '{"a":1}'],
    [
      'all three',
      '{"a":1,"b":2}',
      [
        ['a', undefined],
        ['b', 3],
        ['c', 4],
      ],
      '{"b":3,"c":4}',
    ],
    ['a byte order mark is preserved', '\uFEFF{"a":1}', [['a', 2]], '\uFEFF{"a":2}'.replace('\uFEFF', '')],
  ])('%s', (_title, text, changes, expected) => {
    expect(splice(text, changes)).toBe(expected)
  })
})

describe('the parts of a spliced body', () => {
  const model = [{ name: 'model', value: encodeJson('another') }]
  const prompt = 'word '.repeat(20_000)
  it.each<readonly [string, object, number]>([
    ['a large field after the model', { model: 'm', prompt }, 2],
    ['a large field before the model', { prompt, model: 'm' }, 2],
    ['large fields on both sides of the model', { prompt, model: 'm', suffix: prompt }, 3],
    ['a large field and no model', { prompt }, 2],
    ['only small fields', { model: 'm', prompt: 'word' }, 1],
  ])('%s: together they are the whole, and what is large is not copied', (_title, value, count) => {
    const bytes = encodeJson(value)
    const fields = scanFields(bytes)
    if (fields === undefined) throw new Error('The text is no object.')
    const parts = spliceParts(bytes, fields, model)
    expect(parts).toHaveLength(count)
    expect(Buffer.concat(parts)).toEqual(Buffer.from(spliceFields(bytes, fields, model)))
    for (const part of parts) if (part.length >= 48 * 1024) expect(part.buffer).toBe(bytes.buffer)
  })
})
