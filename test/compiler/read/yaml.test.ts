// YAML: values and locations, anchors, aliases and merge keys, and each error once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_DEPTH, MAX_LENGTHS, MAX_YAML_TOKENS } from '../../../compiler/read/reader.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import { effort } from '../../support/effort.ts'
import { runs } from '../../support/property-seed.ts'
import { covered, mistakes, readWith } from '../../support/read-source.ts'

describe('YAML 1.2, core schema', () => {
  const values: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
    'yes, no, on and off are strings': ['[yes, no, on, off]', ['yes', 'no', 'on', 'off']],
    'dates are strings': ['[2024-01-01]', ['2024-01-01']],
    'literals and numbers': [
      '[true, False, ~, null, 1, -2.5, 0x1f, 1e3]',
      [true, false, null, null, 1, -2.5, 31, 1000],
    ],
    'block scalars': ['a: |\n  x\n  y\nb: >-\n  x\n  y\n', { a: 'x\ny\n', b: 'x y' }],
    'a property without a value is null': ['{a: , b}', { a: null, b: null }],
    'JSON is YAML': ['{"a": [1, "x\\u0041"]}', { a: [1, 'xA'] }],
    'a byte order mark is allowed': ['\ufeffa: 1', { a: 1 }],
    'an end of document is not a second document': ['---\na: 1\n...\n', { a: 1 }],
    'a quoted merge key is a key': ['"<<": 1', { '<<': 1 }],
  }
  for (const [title, [text, value]] of Object.entries(values))
    it(title, () => expect(readWith(readYaml, text)).toMatchObject({ value, diagnostics: [] }))

  it('a key "__proto__" is an ordinary property', () => {
    const { value } = readWith(readYaml, '__proto__: { weight: 1 }')
    expect(Object.keys(value ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})

describe('every key and value has its location', () => {
  it('in blocks and in brackets', () =>
    expect(
      covered(readWith(readYaml, 'a:\n  - x # one\n  - { b: "y" }\n\n# two\nc: |\n  z\n').parsed),
    ).toEqual({
      '': 'a:\n  - x # one\n  - { b: "y" }\n\n# two\nc: |\n  z',
      '/a': 'a = - x # one\n  - { b: "y" }',
      '/a/0': 'x',
      '/a/1': '{ b: "y" }',
      '/a/1/b': 'b = "y"',
      '/c': 'c = |\n  z',
    }))

  it('the location of an alias is that of its anchor', () =>
    expect(covered(readWith(readYaml, 'a: &x [1]\nb: *x\nc: !!str &y 2\nd: *y').parsed)).toMatchObject({
      '/b': 'b = [1]',
      '/b/0': '1',
      '/d': 'd = 2',
    }))

  it('the location of a merged property is in its anchor', () =>
    expect(covered(readWith(readYaml, 'a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }').parsed)).toMatchObject({
      '/b': 'b = { <<: *a, y: 3 }',
      '/b/x': 'x = 1',
      '/b/y': 'y = 3',
    }))
})

describe('merge keys', () => {
  const anchors = 'a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\nc: '
  const merges: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
    'keys of the mapping win, wherever the merge key is': ['{ x: 0, <<: *a }', { x: 0, y: 1 }],
    'the first of several wins': ['{ <<: [*a, *b] }', { x: 1, y: 1, z: 2 }],
    'a literal mapping is allowed': ['{ <<: { x: 5 } }', { x: 5 }],
    'merges nest': ['{ <<: { <<: *a, y: 4 } }', { x: 1, y: 4 }],
  }
  for (const [title, [text, value]] of Object.entries(merges))
    it(title, () =>
      expect(readWith(readYaml, anchors + text)).toMatchObject({ value: { c: value }, diagnostics: [] }),
    )
})

const TABLE: Readonly<Record<string, readonly [text: string, ...expected: string[]]>> = {
  'indented too far': ['a: 1\n b: 2\n', 'malformed-yaml 2:2 b'],
  'indented inconsistently, twice: the second may follow from the first': [
    'a:\n  b: x\n   c: 1\nd:\n  - e: 1\n   f: 2\n',
    'malformed-yaml 3:4 c',
  ],
  'tab in the indentation': ['a:\n\tb: 1\n', 'malformed-yaml 2:1 \t'.trimEnd()],
  'unclosed bracket': ['a: [1, 2\nb: 3\n', 'malformed-yaml 1:4 ['],
  'unclosed quote': ['a: "x\nb: 2\n', 'malformed-yaml 1:4 "'],
  'bracket without opening': ['a: [1]]\n', 'malformed-yaml 1:7 ]'],
  'reserved character': ['a: @slug # x\nb: `x`\n', 'malformed-yaml 1:4 @slug', 'malformed-yaml 2:4 `x`'],
  'two colons': ['a: b: c\n', 'malformed-yaml 1:4 b'],
  'no space after a colon': ['a:1\nb: 2\n', 'malformed-yaml 1:1 a:1'],
  'no colon': ['a: 1\nb\nc: 2\n', 'malformed-yaml 2:1 b'],
  'list on the line of its key': ['a: - b\n', 'malformed-yaml 1:4 -'],
  'missing comma': ['["a" "b"]', 'malformed-yaml 1:6 "'],
  'bad escape': ['a: "\\q"', 'malformed-yaml 1:5 \\q'],
  'text after a quoted string': ['a: "b" c\n', 'malformed-yaml 1:8 c'],
  'a list and keys on one level': ['- a\nb: 1\nc: 2\n', 'malformed-yaml 2:1 b'],
  'another version': ['%YAML 1.1\n---\na: yes\n', 'malformed-yaml 1:1 %YAML 1.1'],
  'unpaired surrogate': ['a: "\\ud83d"', 'malformed-yaml 1:4 "\\ud83d"'],
  'several documents': ['a: 1\n---\nb: 2\n---\nc: 3\n', 'several-documents 2:1 ---'],
  'empty source': ['', 'empty-source 1:1'],
  'only comments': ['# a\n---\n', 'empty-source 1:1'],
  'keys that are not strings': [
    '1: a\ntrue: b\n? [x]\n: c\n',
    ...['1:1 1', '2:1 true', '3:3 [x]'].map(at => `non-string-key ${at}`),
  ],
  'duplicate keys': ['a: 1\n"a": 2\n', 'duplicate-key 2:1 "a"'],
  'alias without an anchor': ['a: *x\nb: &x 1\n', 'unresolved-alias 1:4 *x'],
  'alias in its own anchor': ['a: &x\n  b: [*x]\n', 'alias-cycle 2:7 *x'],
  'merge of itself': ['a: &x\n  <<: *x\n', 'alias-cycle 2:7 *x'],
  'bad merge keys': [
    'a: &a 1\nb: {<<: *a}\nc: {<<: [{}, 2]}\nd:\n  <<:\n',
    ...['2:9 *a', '3:14 2', '5:3 <<'].map(at => `bad-merge-key ${at}`),
  ],
  'two merge keys': ['a: {<<: {}, <<: {}}', 'duplicate-key 1:13 <<'],
  'tags of other types': [
    'a: !x 1\nb: !!binary aGk=\nc: !!int x\n',
    ...['1:4 !x', '2:4 !!binary', '3:4 !!int'].map(at => `unsupported-tag ${at}`),
  ],
  'numbers that JSON lacks': [
    '[.nan, -.inf, 1e999]',
    ...['2 .nan', '8 -.inf', '15 1e999'].map(at => `unrepresentable-number 1:${at}`),
  ],
  'numbers with another meaning in YAML 1.1': [
    '[012, 0o14, 1_000, 0, 0.5]',
    ...['2 012', '7 0o14', '13 1_000'].map(at => `ambiguous-number 1:${at}`),
  ],
  'rounded number': ['a: 12345678901234567890', 'imprecise-number 1:4 12345678901234567890'],
}

describe('an error is reported once, at its location', () => {
  for (const [title, [text, ...expected]] of Object.entries(TABLE))
    it(title, () => expect(mistakes(readWith(readYaml, text).diagnostics)).toEqual(expected))

  it('for any source nothing is thrown, and a source without a value has an error', () => {
    const signs = [...'-:?[]{},&*!|>%@`"\'#~ \n\t', '\n  ', 'a', '<<', '---', ': ', '&a ', '*a ', '- ']
    const noise = fc.array(fc.constantFrom(...signs), { maxLength: 14 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(noise, text => {
        const { value, diagnostics } = readWith(readYaml, text)
        expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(value === undefined)
      }),
      { numRuns: runs(600) },
    )
  })
})

describe('limits', () => {
  const flow = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

  it('values can be nested up to the limit', () => {
    expect(readWith(readYaml, flow(MAX_DEPTH)).diagnostics).toEqual([])
    expect(mistakes(readWith(readYaml, flow(MAX_DEPTH + 1)).diagnostics)).toEqual([
      `too-deep 1:${MAX_DEPTH + 1} [`,
    ])
    expect(mistakes(readWith(readYaml, '- '.repeat(20_000)).diagnostics)).toEqual([
      `too-deep 1:${2 * MAX_DEPTH + 1} -`,
    ])
  })

  it('aliases cannot nest deeper either', () => {
    const steps = Array.from({ length: 210 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}]`)
    const { diagnostics } = readWith(readYaml, ['a0: &a0 []', ...steps].join('\n'))
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['too-deep']))
  })

  it('a source cannot be longer than the limit', () =>
    expect(readWith(readYaml, ' '.repeat(MAX_LENGTHS.yaml + 1)).diagnostics.map(({ code }) => code)).toEqual([
      'source-too-large',
    ]))

  const ten = (item: string): string => `[${Array.from({ length: 10 }, () => item).join(', ')}]`
  const bombs = {
    'of lists': [
      `a: &a ${ten('x')}`,
      ...'bcdefg'.split('').map((name, at) => `${name}: &${name} ${ten(`*${'abcdef'[at]}`)}`),
    ],
    'of merged mappings': [
      `a: &a { l: ${ten('x')} }`,
      ...'bcdefg'
        .split('')
        .map(
          (name, at) => `${name}: &${name} { <<: [*${'abcdef'[at]}], m${at}: ${ten(`*${'abcdef'[at]}`)} }`,
        ),
    ],
  }
  for (const [title, lines] of Object.entries(bombs))
    it(`an alias bomb is reported once: ${title}`, () => {
      const cost = effort(() => {
        const { diagnostics } = readWith(readYaml, lines.join('\n'))
        expect(diagnostics.map(({ code }) => code)).toEqual(['alias-bomb'])
      })
      expect(cost).toBeLessThan(150)
    })

  it('a source has at most so many keys and values, which a blank line is not', () => {
    const text = (count: number): string => `${'\n'.repeat(MAX_YAML_TOKENS)}&a [${'1,'.repeat(count)}]`
    expect(readWith(readYaml, text(1)).diagnostics).toEqual([])
    expect(mistakes(readWith(readYaml, text(MAX_YAML_TOKENS)).diagnostics)).toEqual([
      `source-too-large ${MAX_YAML_TOKENS + 1}:${2 * MAX_YAML_TOKENS + 1} 1`,
    ])
  })

  // Each of these took quadratic time.
  const hostile: Readonly<Record<string, string>> = {
    'tabs in every line': '\ta: b\n'.repeat(8000),
    'a line of commas': `a: [${','.repeat(40_000)}`,
    'a line of quotes': '"'.repeat(80_000),
  }
  for (const [title, text] of Object.entries(hostile))
    it(`time is linear for ${title}`, () => {
      const cost = effort(() => expect(readWith(readYaml, text).diagnostics).not.toEqual([]))
      expect(cost).toBeLessThan(600)
    })
})
