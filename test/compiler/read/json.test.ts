// JSON: values agree with JSON.parse, errors have the right locations, hostile sources take linear time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pretty } from '../../../compiler/diagnostics/pretty.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { MAX_DEPTH, MAX_LENGTHS, MAX_READ_DIAGNOSTICS } from '../../../compiler/read/reader.ts'
import { effort } from '../../support/effort.ts'
import { runs } from '../../support/property-seed.ts'
import { covered, mistakes, readWith } from '../../support/read-source.ts'

describe('JSON is parsed like JSON.parse', () => {
  it('for any JSON', () =>
    fc.assert(
      fc.property(fc.json(), text => {
        const { value, diagnostics } = readWith(readJson, text)
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(value).toEqual(JSON.parse(text))
      }),
    ))

  it('and any other source is rejected with a reason', () => {
    const signs = [...'{}[]",:\'1-e.\\un/* \n#', 'true', 'nul', '"a"', '0']
    const noise = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(noise, text => {
        const { value, diagnostics } = readWith(readJson, text)
        const expected = platform(text)
        if (value === undefined) expect(diagnostics.length).toBeGreaterThan(0)
        else expect({ value }).toEqual(expected)
        // What JSON.parse accepts is rejected only for duplicate keys and numbers out of range.
        const stricter = diagnostics.every(
          ({ code }) => code === 'duplicate-key' || code === 'unrepresentable-number',
        )
        if (expected !== undefined && value === undefined) expect(stricter).toBe(true)
      }),
      { numRuns: runs(600) },
    )
  })

  it('a byte order mark is allowed', () =>
    expect(readWith(readJson, '\ufeff{"a": 1}').value).toEqual({ a: 1 }))

  it('a key "__proto__" is an ordinary property', () => {
    const { value } = readWith(readJson, '{"__proto__": {"weight": 1}}')
    expect(Object.keys(value ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect((value as { weight?: number }).weight).toBeUndefined()
  })
})

function platform(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

it('every key and value has its location', () => {
  const text = '{ "a": [1, {"b/c": "x\\ny"}],\n  "d~": null }'
  expect(covered(readWith(readJson, text).parsed)).toEqual({
    '': text,
    '/a': '"a" = [1, {"b/c": "x\\ny"}]',
    '/a/0': '1',
    '/a/1': '{"b/c": "x\\ny"}',
    '/a/1/b~1c': '"b/c" = "x\\ny"',
    '/d~0': '"d~" = null',
  })
})

const TABLE: Readonly<Record<string, readonly [text: string, ...expected: string[]]>> = {
  'trailing comma': ['[1, 2,]', 'malformed-json 1:6 ,'],
  'missing comma': ['{"a": 1 "b": 2}', 'malformed-json 1:8'],
  'missing colon': ['{"a" 1}', 'malformed-json 1:5'],
  'missing value': ['{"a":, "b": 1}', 'malformed-json 1:2 "a"'],
  'wrong separator': ['{"a" => 1}', 'malformed-json 1:6 =>'],
  'single quotes': ["{'a': 'b'}", "malformed-json 1:2 'a'", "malformed-json 1:7 'b'"],
  'curly quotes': ['[“a”]', 'malformed-json 1:2 “a”'],
  comments: ['// one\n[1, /* two */ 2]', 'malformed-json 1:1 // one'],
  'comment without end': ['[1] /* two', 'malformed-json 1:5 /* two'],
  'unquoted key': ['{a: 1}', 'malformed-json 1:2 a'],
  'unquoted string': ['[openai]', 'malformed-json 1:2 openai'],
  'literals of other languages': ['[True, None]', 'malformed-json 1:2 True', 'malformed-json 1:8 None'],
  'bad numbers': [
    '[01, +1, .5, 5., 0x1f, 1_0, -]',
    ...['2 01', '6 +1', '10 .5', '14 5.', '18 0x1f', '24 1_0', '29 -'].map(at => `malformed-json 1:${at}`),
  ],
  'number out of range': ['[-1e400]', 'unrepresentable-number 1:2 -1e400'],
  'rounded number': ['[12345678901234567890]', 'imprecise-number 1:2 12345678901234567890'],
  'bad escapes': ['["\\q\\u12g"]', 'malformed-json 1:3 \\q', 'malformed-json 1:5 \\u12'],
  'unpaired surrogate': ['["\\ud83d"]', 'malformed-json 1:2 "\\ud83d"'],
  'control character': ['["a\u0001"]', 'malformed-json 1:4 \u0001'],
  'invisible character': ['[\u00a01]', 'malformed-json 1:2'],
  'unterminated string': ['{"a": "b,\n "c": 1}', 'malformed-json 1:7 "b'],
  'unclosed bracket': ['{"a": [1', 'malformed-json 1:9'],
  'wrong bracket': ['[1}', 'malformed-json 1:3 }'],
  'missing bracket': ['{"a": [1}', 'malformed-json 1:9 }'],
  'text after the value': ['{} []', 'malformed-json 1:4 []'],
  'duplicate keys': ['{"a": 1, "\\u0061": 2}', 'duplicate-key 1:10 "\\u0061"'],
  'empty source': [' \n', 'empty-source 1:1'],
}

describe('an error is reported at its location', () => {
  for (const [title, [text, ...expected]] of Object.entries(TABLE))
    it(title, () => expect(mistakes(readWith(readJson, text).diagnostics)).toEqual(expected))

  it('a duplicate key references the first', () => {
    const [found] = readWith(readJson, '{"a": 1, "a": 2}').diagnostics
    expect(found?.notes.map(({ location }) => location?.span)).toEqual([{ start: 1, end: 4 }])
  })

  it('every suggested fix fixes its error', () => {
    for (const [text] of Object.values(TABLE)) {
      for (const { fix, location } of readWith(readJson, text).diagnostics) {
        if (fix === undefined) continue
        const mended = text.slice(0, fix.location.span.start) + fix.text + text.slice(fix.location.span.end)
        const still = readWith(readJson, mended).diagnostics.map(({ location: { span } }) => span.start)
        expect(still, mended).not.toContain(location.span.start)
      }
    }
  })
})

describe('limits', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

  it('values can be nested up to the limit', () => {
    expect(readWith(readJson, nested(MAX_DEPTH)).diagnostics).toEqual([])
    expect(mistakes(readWith(readJson, nested(MAX_DEPTH + 1)).diagnostics)).toEqual([
      `too-deep 1:${MAX_DEPTH + 1} [`,
    ])
  })

  it('a source can be as long as the limit', () => {
    const text = (length: number): string => `"${'a'.repeat(length - 2)}"`
    expect(readWith(readJson, text(MAX_LENGTHS.json)).diagnostics).toEqual([])
    expect(readWith(readJson, text(MAX_LENGTHS.json + 1)).diagnostics.map(({ code }) => code)).toEqual([
      'source-too-large',
    ])
  })

  it('the number of reported errors is limited', () =>
    expect(readWith(readJson, '['.padEnd(60_000, ',')).diagnostics).toHaveLength(MAX_READ_DIAGNOSTICS))

  // Each of these causes quadratic time in a careless parser or printer.
  const hostile: Readonly<Record<string, string>> = {
    brackets: '['.repeat(100_000),
    objects: '{"a":'.repeat(12_000),
    quotes: '"'.repeat(60_000),
    comments: `[${'/**/'.repeat(15_000)}`,
    escapes: `["${'\\n'.repeat(30_000)}"]`,
    'half escapes': `["${'\\u'.repeat(30_000)}"]`,
    'lines without end': '{"a\n'.repeat(15_000),
    digits: '9'.repeat(60_000),
    blanks: `1${' '.repeat(60_000)}1`,
    'tokens of secrets': 'eyJ-'.repeat(15_000),
    'one long key above many values': `{"${'k'.repeat(30_000)}":[${'0,'.repeat(15_000)}0]}`,
  }
  for (const [title, text] of Object.entries(hostile))
    it(`a hostile text costs little: ${title}`, () => {
      const cost = effort(() => {
        for (const diagnostic of readWith(readJson, text).diagnostics) pretty(diagnostic)
      })
      expect(cost).toBeLessThan(150)
    })
})
