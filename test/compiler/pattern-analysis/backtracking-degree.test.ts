// The quick bound is never below the degree that the full analysis finds.
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backtrackingDegree } from '../../../compiler/pattern-analysis/backtracking-degree.ts'

const load = createRequire(import.meta.url)

describe('The bound of backtracking', () => {
  it.each<readonly [pattern: string, degree: number | undefined]>([
    ['^gpt-4o$', 0],
    ['claude', 1],
    ['^user-[a-z]+$', 1],
    ['^[\\w.+-]+@corp\\.example$', 1],
    ['[\\w.+-]+@[\\w-]+\\.\\w+', 2],
    ['^(gpt|claude)-[0-9]+(\\.[0-9]+)?-mini(-.*)?$', 1],
    ['.*claude.*', 2],
    ['.*a.*b', 3],
    ['^.*a.*b', 2],
    ['^a*Aa*b', 1],
    ['(?i)^a*Aa*b', 2],
    ['a|^b*c', 2],
  ])('of %s is %d', (pattern, degree) => expect(backtrackingDegree(pattern)).toBe(degree))

  it.each([
    '(a+)+$',
    '^(a|a)*$',
    '(ab){2,}',
    '(?=a)',
    '\\pL+',
    '(',
    'a)',
    '[',
    '(?P<name>a)',
    '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)',
  ])('of %s is not known', pattern => expect(backtrackingDegree(pattern)).toBeUndefined())

  it('is never below what the full analysis finds', () => {
    const { checkSync }: typeof import('recheck') = load('recheck/lib/browser.js')
    const part = fc.constantFrom(
      ...['a', 'b', '.', '[ab]', '[^a]', 'a*', 'b+', '.*', '[ab]*', '(a|b)', '(a|ab)', '(ab)?', 'a?'],
      ...['^', '$', '\\d+', '(a*b)?', '(a|b*)', 'b{2,5}', '(a+)', '(a|b+c)*'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), parts => {
        const pattern = parts.join('')
        const bound = backtrackingDegree(pattern)
        if (bound === undefined) return
        const analysis = checkSync(pattern, '', { timeout: 2_000 })
        if (analysis.status !== 'vulnerable') return
        const { complexity } = analysis
        expect(complexity.type).toBe('polynomial')
        if (complexity.type === 'polynomial') expect(complexity.degree).toBeLessThanOrEqual(bound)
      }),
      { numRuns: 60 },
    )
  })
})
