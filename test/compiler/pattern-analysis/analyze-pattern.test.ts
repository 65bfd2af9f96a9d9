// $regex is unanchored, without flags, and checked for catastrophic backtracking (semantics, section 6).
import { describe, expect, it } from 'vitest'
import { analyzePattern, analyzePatternSyntax } from '../../../runtime/process/catalog.ts'
import { effort } from '../../support/effort.ts'

const PATTERNS: readonly (readonly [pattern: string, kind: string | undefined])[] = [
  ['^gpt-', undefined],
  ['claude', undefined],
  ['.*claude.*', undefined],
  ['^(opus|sonnet)$', undefined],
  ['(?i)gpt', undefined],
  ['\\s+$', undefined],
  ['\\p{Greek}+', undefined],
  ['(', 'malformed'],
  ['[', 'malformed'],
  ['a**', 'malformed'],
  ['(?=a)', 'unsupported'],
  ['(?<!a)b', 'unsupported'],
  ['(a)\\1', 'unsupported'],
  [`(${'a'.repeat(100)}){100}`, 'unsupported'],
  ['(a+)+$', 'catastrophic'],
  ['^(a|a)*$', 'catastrophic'],
  ['(x+x+)+y', 'catastrophic'],
  ['(?i)(a|A)*$', 'catastrophic'],
  ['(.*)(.*)(.*)x', 'catastrophic'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'catastrophic'],
]

describe('patterns', () => {
  for (const [pattern, kind] of PATTERNS)
    it(`${pattern} is ${kind ?? 'sound'}`, () => expect(analyzePattern(pattern)?.kind).toBe(kind))

  it('the syntax check does not detect catastrophic backtracking', () => {
    expect(analyzePatternSyntax('(a+)+$')).toBeUndefined()
    expect(analyzePatternSyntax('(')?.kind).toBe('malformed')
  })

  it.each(['(a{1,30}b{1,30}){1,30}(a|b|c){20}', `(${'(a|b)*'.repeat(60)})*c`, `${'(.*,)?'.repeat(80)}x`])(
    'the analysis of %s ends soon, without a verdict',
    pattern => {
      expect(analyzePattern(pattern)?.kind).toBe('not-proved')
      expect(effort(() => void analyzePattern(pattern))).toBeLessThan(30)
    },
  )
})
