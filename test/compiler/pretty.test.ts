// How a diagnostic is printed: the frame around its place, its notes, and what its fix does. What each code reports is in `diagnostics/`.
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { createLineIndex } from '../../compiler/diagnostics/position.ts'
import { pretty, withoutColor } from '../../compiler/diagnostics/pretty.ts'

const LONG = `{"provider":"openai",${'"filler":1,'.repeat(20)}"retyr":{"attempts":1}${',"filler":1'.repeat(20)}}\n`

/** A finding at the first occurrence of `at`, with more properties. */
function finding(text: string, at: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(at)
  const location = { source: { name: 'a.yaml', text }, span: { start, end: start + at.length } }
  return { code: 'unknown-property', severity: 'error', message: 'A sentence.', location, notes: [], ...more }
}

const printed = (diagnostic: Diagnostic, width?: number): string =>
  pretty(diagnostic, withoutColor, createLineIndex(), width)

/** Its frame alone. */
const frame = (text: string, at: string, width?: number): readonly string[] =>
  printed(finding(text, at), width).split('\n').slice(3)

describe('a frame', () => {
  it('has one line before and after, and the place underlined', () => {
    expect(frame('a: 1\nb: 2\nc: 3\nd: 4\ne: 5\n', '3')).toEqual([
      '  2 | b: 2',
      '  3 | c: 3',
      '    |    ~',
      '  4 | d: 4',
    ])
  })
  it('has no empty lines, and numbers of one width', () => {
    expect(frame(`${'a: 1\n'.repeat(8)}\nb: 2\nc: 3\n`, 'b: 2')).toEqual([
      '  10 | b: 2',
      '     | ~~~~',
      '  11 | c: 3',
    ])
  })
  it('underlines the first line of several, as far as it goes', () => {
    expect(frame('a:\n  - one\n  - two\nb: 2\n', '- one\n  - two')).toEqual([
      '  1 | a:',
      '  2 |   - one',
      '    |   ~~~~~',
      '  3 |   - two',
    ])
  })
  it('underlines one column where nothing is', () => {
    expect(frame('a: \n', '')).toEqual(['  1 | a:', '    | ~'])
  })
  it('shows a window of a long line, and of a narrower terminal', () => {
    expect(frame(LONG, '"retyr"')).toEqual([
      '  1 | er":1,"filler":1,"filler":1,"filler":1,"filler":1,"retyr":{"attempts":1},"filler":1,"filler":1,"fill',
      `    | ${' '.repeat(50)}~~~~~~~`,
    ])
    expect(frame(LONG, '"retyr"', 40)).toEqual([
      '  1 | er":1,"filler":1,"retyr":{"attempt',
      `    | ${' '.repeat(17)}~~~~~~~`,
    ])
  })
  it('masks keys', () => {
    expect(frame('api_key: sk-live-0123456789abcdef\nretyr: 1\n', 'retyr')).toEqual([
      '  1 | api_key: ************************',
      '  2 | retyr: 1',
      '    | ~~~~~',
    ])
  })
  it('is left out of an empty source', () => {
    expect(frame('', '')).toEqual([])
  })
})

describe('below the frame', () => {
  const text = 'a:\n\tb: 1\n'
  const rest = (more: Partial<Diagnostic>): readonly string[] =>
    printed(finding(text, 'b', more))
      .split('\n')
      .slice(6)
  const fix = (change: string): Partial<Diagnostic> => ({
    fix: { location: finding(text, '\t').location, text: change },
  })

  it('is a note, with its place if it has one', () => {
    const notes = [{ message: 'First.' }, { message: 'Second.', location: finding(text, 'a').location }]
    expect(rest({ notes })).toEqual(['  note First.', '  note a.yaml:1:1 Second.'])
  })
  it.each([
    ['', 'remove this'],
    ['retry', 'write retry'],
    ['  ', 'write 2 spaces'],
    ['  a\n  b', 'indent 2 lines with spaces'],
  ])('is what the fix %j does', (change, words) => {
    expect(rest(fix(change))).toEqual([`  fix  a.yaml:2:1 ${words}`])
  })
})
