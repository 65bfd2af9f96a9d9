// The estimated cost of a regular expression is never below the program size in re2js.
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { estimatePatternCost } from '../../../compiler/pattern-analysis/pattern-cost.ts'

describe('The cost of a pattern', () => {
  it.each<readonly [string, number]>([
    ['', 0],
    ['abc', 6],
    ['a{100}', 106],
    ['(ab){10}', 48],
    ['((a{30}){33})', 1_071],
    ['a{2,50}', 57],
    ['a{3,}', 8],
    ['\\pL', 104 + 1],
    ['a{b}', 8],
    ['a{1}{1}', 8],
  ])('%j costs %d', (pattern, cost) => {
    expect(estimatePatternCost(pattern)).toBe(cost)
  })

  it('covers the program size of every valid pattern', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '(',
      ')',
      '[a-z]',
      '*',
      '+',
      '?',
      '|',
      '{3}',
      '{2,40}',
      '{5,}',
      '\\d',
      '\\pL',
      '^',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), parts => {
        const pattern = parts.join('')
        let steps = 0
        try {
          steps = RE2JS.compile(pattern).programSize()
        } catch {
          return
        }
        // The start and end of a program are instructions too.
        expect(estimatePatternCost(pattern) * 2 + 8).toBeGreaterThanOrEqual(steps)
      }),
    )
  })

  it('of a malformed or hostile pattern is estimated in linear time', () => {
    for (const pattern of [
      '('.repeat(30_000),
      ')'.repeat(30_000),
      '{9'.repeat(15_000),
      'a{1000}'.repeat(4_000),
    ])
      expect(estimatePatternCost(pattern)).toBeGreaterThanOrEqual(pattern.length)
  })
})
