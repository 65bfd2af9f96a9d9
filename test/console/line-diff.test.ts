// Lines beside each other: nothing is lost, nothing is added, and as many lines as possible are the same.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLines } from '../../runtime/console/page/parts/line-diff.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'))

/** The length of the longest common subsequence, by its definition. */
function common(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  return a[0] === b[0]
    ? 1 + common(a.slice(1), b.slice(1))
    : Math.max(common(a.slice(1), b), common(a, b.slice(1)))
}

it('each side is its text, and the same lines are the most that can be', () => {
  fc.assert(
    fc.property(text, text, (left, right) => {
      const rows = diffLines(left, right)
      const lines = (side: 'left' | 'right') => rows.flatMap(row => row[side] ?? []).join('\n')
      expect([lines('left'), lines('right')]).toEqual([left, right])
      const same = rows.filter(({ isSame }) => isSame)
      expect(same.every(row => row.left === row.right)).toBe(true)
      expect(same).toHaveLength(common(left.split('\n'), right.split('\n')))
    }),
    { numRuns: 150 },
  )
})

it('texts of which a table would be too large are compared by their common ends', () => {
  const long = (middle: string) =>
    ['first', ...Array.from({ length: 3000 }, (_, at) => `${middle} ${at}`), 'last'].join('\n')
  const rows = diffLines(long('a'), long('b'))
  expect(rows.filter(({ isSame }) => isSame).map(({ left }) => left)).toEqual(['first', 'last'])
  expect(rows).toHaveLength(3002)
})
