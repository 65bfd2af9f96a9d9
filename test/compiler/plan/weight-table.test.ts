// Weights → tables that draw a target in one step.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWeightTable } from '../../../compiler/plan/weight-table.ts'
import type { WeightTable } from '../../../schemas/generated/types.ts'

/** The rule of the schema: start at the guide, move on while u is not below the end. */
function picked({ cumulative, guide }: WeightTable, u: number): number {
  let index = guide[Math.floor(u * guide.length)] ?? Number.NaN
  while (u >= (cumulative[index] ?? Number.NaN)) index += 1
  return index
}

const LAST = 1 - Number.EPSILON / 2

describe('draw tables', () => {
  it.each([
    { weights: [1], cumulative: [1], guide: [0] },
    { weights: [1, 1], cumulative: [0.5, 1], guide: [0, 1] },
    { weights: [3, 1], cumulative: [0.75, 1], guide: [0, 0] },
    { weights: [0, 1, 0, 1, 0], cumulative: [0, 0.5, 0.5, 1, 1], guide: [1, 1, 1, 3, 3] },
    { weights: [0, 0], cumulative: [1, 1], guide: [0, 0] },
  ])('weights $weights end at $cumulative', ({ weights, cumulative, guide }) => {
    expect(buildWeightTable(weights)).toEqual({ weights, cumulative, guide })
  })

  it('gives every number of [0, 1) to the child that a plain search finds, and never to one without weight', () => {
    const weights = fc.array(
      fc.oneof(fc.constantFrom(0, 0, 1, 3), fc.double({ min: 0, max: 1e6, noNaN: true })),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    const numbers = fc.array(fc.double({ min: 0, max: LAST, noNaN: true }), { maxLength: 20 })
    fc.assert(
      fc.property(weights, numbers, (all, us) => {
        fc.pre(all.some(weight => weight > 0))
        const table = buildWeightTable(all)
        const edges = table.cumulative.flatMap(end => [end * LAST, end]).filter(u => u < 1)
        for (const u of [0, LAST, ...us, ...edges]) {
          const index = picked(table, u)
          expect(index).toBe(table.cumulative.findIndex(end => u < end))
          expect(all[index]).toBeGreaterThan(0)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('ends at exactly 1 for weights that do not sum up exactly', () => {
    expect(buildWeightTable(Array.from({ length: 7 }, () => 0.1)).cumulative.at(-1)).toBe(1)
    expect(buildWeightTable([0.1, 0.2, 0.3, 0]).cumulative.slice(-2)).toEqual([1, 1])
  })

  it('bears weights whose sum is no number any more', () => {
    expect(buildWeightTable([Number.MAX_VALUE, Number.MAX_VALUE]).cumulative).toEqual([0.5, 1])
  })
})
