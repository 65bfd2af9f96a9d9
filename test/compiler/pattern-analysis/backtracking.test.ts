// What is called fast is fast for another analysis too, and what is called catastrophic is slow in the engine of JavaScript.
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backtrackingOf } from '../../../compiler/pattern-analysis/backtracking.ts'
import { parsePattern } from '../../../compiler/pattern-analysis/parse-pattern.ts'
import { positionGraph } from '../../../compiler/pattern-analysis/position-graph.ts'
import { limitSteps } from '../../../compiler/pattern-analysis/steps.ts'

const { checkSync }: typeof import('recheck') = createRequire(import.meta.url)('recheck/lib/browser.js')

const PARTS = [
  ...[
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    'a*',
    'b+',
    '.*',
    '[ab]*',
    '(a|b)',
    '(a|ab)',
    '(ab)?',
    'a?',
    '\\w+',
    '\\b',
  ],
  ...[
    '^',
    '$',
    '\\d+',
    '(a*b)?',
    '(a|b*)',
    'b{2,5}',
    '(a+)',
    '(a|b+c)*',
    '(-[a-z]+)*',
    '(a+b)+',
    '(b*b*c)?',
    '(a|a)*',
  ],
] as const
const patterns = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 })
  .map(parts => parts.join(''))

describe('Backtracking', () => {
  it.each<readonly [pattern: string, degree: number]>([
    ['^gpt-6-sol$', 0],
    ['^gpt-.*', 0],
    ['claude', 1],
    ['^user-[a-z]+$', 1],
    ['^[\\w.+-]+@corp\\.example$', 1],
    ['^tenant-7(-[a-z0-9]+)*@corp\\.example$', 1],
    ['^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$', 1],
    ['[\\w.+-]+@[\\w-]+\\.\\w+', 2],
    ['^(gpt|claude)-[0-9]+(\\.[0-9]+)?-mini(-.*)?$', 1],
    ['.*claude.*', 2],
    ['^.*a.*b', 2],
    ['^a*Aa*b', 1],
    ['(?i)^a*Aa*b', 2],
    ['a|^b*c', 2],
    ['^(a+)+', 0],
    ['(a+)*', 0],
    ['^[[:alpha:]]+\\x2d[\\x30-\\x39]+$', 1],
    ['^(?P<name>\\pL+)-\\p{Greek}+$', 1],
  ])('of %s has the degree %d', (pattern, degree) =>
    expect(backtrackingOf(pattern)).toEqual({ kind: 'bounded', degree }),
  )

  it.each<readonly [pattern: string, degree: number]>([
    ['(a+)+$', Number.POSITIVE_INFINITY],
    ['^a((b+)+c)?', Number.POSITIVE_INFINITY],
    ['^(a|b|ab)*$', Number.POSITIVE_INFINITY],
    ['(\\w+\\s?)*$', Number.POSITIVE_INFINITY],
    ['.*a.*b', 3],
    ['^a*a*a*$', 3],
    ['(.*)(.*)(.*)x', 4],
  ])('of %s has the degree %d, with an input', (pattern, degree) =>
    expect(backtrackingOf(pattern)).toMatchObject({ kind: 'catastrophic', degree }),
  )

  it.each([
    '(?=a)',
    '(',
    'a)',
    '[',
    '(?i:a)',
    '^(é|è)*$',
    '\\p{Unheard}',
    '[[:constructor:]]',
    'a{2,',
    '(a|b)*'.repeat(200),
  ])('of %s is not known', pattern => expect(backtrackingOf(pattern)).toEqual({ kind: 'unknown' }))

  it('of a pattern with a range of escapes reads the range', () => {
    expect(parsePattern('[\\x61-\\x63\\.-0]')).toEqual(parsePattern('[abc./0]'))
  })

  it('takes steps in proportion to the length of a pattern whose parts are told apart', () => {
    const stepsFor = (parts: number): number => {
      const steps = limitSteps(100_000)
      const node = parsePattern(`^tenant${'-[a-z]+(_[0-9]+)*'.repeat(parts)}@corp$`)
      if (node !== undefined) positionGraph(node, steps)
      return steps.taken()
    }
    expect(stepsFor(10)).toBeGreaterThan(0)
    expect(stepsFor(80) / stepsFor(10)).toBeLessThan(10)
  })

  it('is bounded only where another analysis finds no more', () => {
    fc.assert(
      fc.property(patterns, pattern => {
        const found = backtrackingOf(pattern)
        if (found.kind !== 'bounded') return
        const analysis = checkSync(pattern, '', { timeout: 2_000 })
        if (analysis.status !== 'vulnerable') return
        const { complexity } = analysis
        expect(complexity.type).toBe('polynomial')
        if (complexity.type === 'polynomial') expect(complexity.degree).toBeLessThanOrEqual(found.degree)
      }),
      { numRuns: 80 },
    )
  })

  it('is catastrophic only where another analysis says so', () => {
    fc.assert(
      fc.property(patterns, pattern => {
        const found = backtrackingOf(pattern)
        if (found.kind !== 'catastrophic') return
        expect(checkSync(pattern, '', { timeout: 10_000 }).status).not.toBe('safe')
      }),
      { numRuns: 80 },
    )
  })

  it('is decided for most patterns', () => {
    const sample = fc.sample(patterns, { numRuns: 300, seed: 7 })
    const unknown = sample.filter(pattern => backtrackingOf(pattern).kind === 'unknown')
    expect(unknown.length).toBeLessThan(60)
  })
})
