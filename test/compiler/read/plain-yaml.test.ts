// Plain YAML is read without the package: the same value as with it, and only where that has nothing to say.
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlainYaml } from '../../../compiler/read/yaml/plain.ts'
import { readWholeYaml, readYaml } from '../../../compiler/read/yaml.ts'
import { ROOT } from '../../support/folder.ts'
import { runs } from '../../support/property-seed.ts'
import { readWith } from '../../support/read-source.ts'

/** What begins, ends or divides values, and what only looks so. */
const PARTS = [
  ...['a', 'b: ', 'c:', '- ', '-', '\n', '\n  ', '\n    ', ' ', '  ', '#', ' # x', '"', "'", '"q"', "'s'"],
  ...['{', '}', '[', ']', ', ', ',', ': ', '$in', '@p', '%', '|', '>', '&x', '*x', '!t', '?', '~', '\\', '`'],
  ...[
    '1',
    '-2',
    '0.5',
    '012',
    '1e3',
    'true',
    'False',
    'null',
    'http://h:1/x',
    '${env:K}',
    '---',
    '...',
    '<<',
  ],
  ...['\t', '\r\n', '\u00a0', '\u2028', 'é', '__proto__: ', '"k": ', "'l': ", 'd: e f', 'g: {h: i, j: [k]}'],
]
const noise = fc.array(fc.constantFrom(...PARTS), { maxLength: 16 }).map(parts => parts.join(''))

const scalar = fc.oneof(
  fc.constantFrom('x', 'two words', '"q # r"', "'s: t'", '7', '-0.25', 'true', 'null', '"é"', 'a:b', 'x/y'),
  fc.constantFrom('{ a: 1, "b": [x, y] }', '[]', '{}', '[1, { c: d }]', '"@slug"', '${env:K}', 'v # remark'),
)
const comment = fc.constantFrom('', '', '', '# remark\n', '\n', '      # indented\n')

/** A block of lines at an indentation: a mapping or a list, with comments between its lines. */
const block = (depth: number, indent: string): fc.Arbitrary<string> => {
  const inner = (): fc.Arbitrary<string> =>
    depth === 0
      ? scalar.map(text => ` ${text}\n`)
      : fc.oneof(
          scalar.map(text => ` ${text}\n`),
          fc
            .constantFrom('', '  ', '    ')
            .chain(more => block(depth - 1, indent + more).map(text => ` # remark\n${text}`)),
        )
  const entry = (key: string) => inner().map(text => `${indent}${key}:${text}`)
  const keys = fc.subarray(['k', '$in', 'a.b', '"q"', 'two-2', '__proto__'], { minLength: 1, maxLength: 3 })
  const mapping = keys.chain(names => fc.tuple(...names.map(entry)))
  const item = inner().map(text => `${indent}-${text}`)
  const compact = fc
    .tuple(scalar, depth === 0 ? scalar.map(text => ` ${text}\n`) : inner())
    .map(([text, rest]) => `${indent}- m: ${text}\n${indent}  n:${rest}`)
  const list = fc.array(fc.oneof(item, compact), { minLength: 1, maxLength: 3 })
  return fc.tuple(fc.oneof(mapping, list), comment).map(([lines, between]) => lines.join(between))
}

const expectSameAsWhole = (text: string): boolean => {
  const plain = readPlainYaml(text)
  if (plain === undefined) return false
  const { value } = plain
  const { parsed } = readWith(readYaml, text)
  expect([...(parsed?.origins ?? [])]).toStrictEqual([
    ...(readWith(readWholeYaml, text).parsed?.origins ?? []),
  ])
  expect(readWith(readWholeYaml, text)).toMatchObject({ diagnostics: [] })
  const whole = readWith(readWholeYaml, text).value
  expect(whole).toStrictEqual(value)
  expect(JSON.stringify(whole), 'the order of the properties').toBe(JSON.stringify(value))
  return true
}

describe('plain YAML is read as the whole reader reads it', () => {
  it('for any text', () => {
    fc.assert(
      fc.property(noise, text => void expectSameAsWhole(text)),
      { numRuns: runs(2_000) },
    )
  })

  it('for any blocks, most of which it reads', () => {
    let read = 0
    let located = 0
    fc.assert(
      fc.property(block(2, ''), text => {
        read += expectSameAsWhole(text) ? 1 : 0
        located += readPlainYaml(text)?.tree === undefined ? 0 : 1
      }),
      { numRuns: runs(400) },
    )
    expect(read).toBeGreaterThan(runs(60))
    expect(located, 'without comments').toBeGreaterThan(runs(20))
  })

  it('for the sources of the examples, with their origins', () => {
    const files = globSync('examples/**/*.yaml', { cwd: ROOT }).filter(path => !path.includes('node_modules'))
    const plain = files.filter(path => {
      const text = readFileSync(`${ROOT}/${path}`, 'utf8')
      return expectSameAsWhole(text)
    })
    expect(plain.length).toBeGreaterThan(files.length / 2)
  })
})

describe('plain YAML is left to the whole reader', () => {
  const texts: Readonly<Record<string, string>> = {
    'a value that goes on below': 'a: b\n  c\n',
    'a key without a value': 'a:\nb: 1\n',
    'a duplicate key': 'a: 1\n"a": 2\n',
    'a number with another meaning elsewhere': 'a: 012\n',
    'anchors and aliases': 'a: &x 1\nb: *x\n',
    'a second document': 'a: 1\n---\nb: 1\n',
    'a tab': 'a:\t1\n',
  }
  for (const [title, text] of Object.entries(texts))
    it(title, () => expect(readPlainYaml(text)).toBeUndefined())
})
