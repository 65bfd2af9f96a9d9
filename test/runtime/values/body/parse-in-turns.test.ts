// A large JSON text is parsed in turns, with the result of parsing it at once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInTurns } from '../../../../runtime/values/body/parse-in-turns.ts'
import { runs } from '../../../support/property-seed.ts'

const encoder = new TextEncoder()

function parse(text: string | Uint8Array, ...sizes: readonly number[]) {
  const [atOnce, part] = sizes
  const work = parseInTurns(typeof text === 'string' ? encoder.encode(text) : text, atOnce, part)
  let turns = 1
  for (;;) {
    const step = work.next()
    if (step.done === true) return { value: step.value, turns }
    turns += 1
  }
}

function atOnce(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const spaced = fc
  .tuple(fc.json({ maxDepth: 5 }), fc.constantFrom('', ' ', '\n', '\t \r'))
  .map(
    ([json, space]) =>
      space + json.replaceAll(/([[\]{},:])(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)/g, `$1${space}`),
  )

describe('A text that is parsed in turns', () => {
  it('is what it is at once, whatever the size of a part', () => {
    fc.assert(
      fc.property(spaced, fc.integer({ min: 1, max: 40 }), (text, part) => {
        expect(parse(text, 0, part).value).toEqual(atOnce(text))
        expect(JSON.stringify(parse(text, 0, part).value)).toBe(JSON.stringify(atOnce(text)))
      }),
      { numRuns: runs(300) },
    )
  })

  it('is none where it is none, however it is broken', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      ' ',
      'null',
      '{"a":1}',
      '[1,2]',
      '"a":',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 12 }), (pieces, part) => {
        const text = pieces.join('')
        expect([text, parse(text, 0, part).value]).toEqual([text, atOnce(text)])
      }),
      { numRuns: runs(2000) },
    )
  })

  it('keeps the last of equal names, names like __proto__, and no byte order mark', () => {
    for (const text of [
      '{"a":1,"b":[1,2,3,4],"a":[5,6,7,8],"__proto__":{"x":1},"c":{"__proto__":[1,2,3]}}',
      '{"__proto__":[1,2,3,4,5]}',
    ])
      for (const part of [1, 5, 20])
        expect(JSON.stringify(parse(`\ufeff${text}`, 0, part).value)).toBe(JSON.stringify(JSON.parse(text)))
  })

  it('has long texts as they are, whatever they are cut at', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      '漢',
      '\u{1f600}',
      '\ufeff',
      '\\n',
      '\\\\',
      '\\"',
      '\\u00e9',
      '\\ud83d\\ude00',
      '\\\\u0041',
      '\\x',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 60 }), pieces => {
        for (const text of [`"${pieces.join('')}"`, `{"a":["${pieces.join('')}",1],"b":2}`])
          expect([text, parse(text, 0, 1).value]).toEqual([text, atOnce(text)])
      }),
      { numRuns: runs(1000) },
    )
  })

  it('takes a turn for each part: of names, of objects, of numbers', () => {
    const many = (count: number, each: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => each(index)).join(',')
    for (const text of [
      `{"a":{${many(30_000, index => `"k${index}":${index}`)}}}`,
      `{"a":[${many(120_000, () => '{}')}]}`,
      `{"a":[${many(100, () => `[${many(500, index => `0.${index}`)}]`)}]}`,
    ]) {
      const { value, turns } = parse(text)
      expect(value).toEqual(JSON.parse(text))
      expect(turns).toBeGreaterThanOrEqual(text.length / (128 * 1024 + 100))
    }
  })

  it('is refused where it is nested too deeply to be read', () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${' '.repeat(300_000)}${']'.repeat(depth)}`
    expect(parse(nested(1000)).value).toBeInstanceOf(Array)
    expect(parse(nested(1001)).value).toMatchObject({
      code: 'invalid_upstream_reply',
      message: "The provider's reply is nested more than 1000 levels deep.",
    })
  })

  it('is refused where an object has more names than any reply', () => {
    const names = Array.from({ length: 110_000 }, (_, index) => `"k${index}":0`)
    expect(parse(`{"a":[{${names.join(',')}}]}`).value).toMatchObject({
      code: 'invalid_upstream_reply',
      message: "The provider's reply has an object with more than 100000 names.",
    })
  })
})
