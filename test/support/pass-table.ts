// Runs the before/after table of one pass. Titles state what the pass does, or what it must leave alone.
import { expect, it } from 'vitest'
import { type PlanPass, rewritePlan } from '../../compiler/plan/rewrite-plan.ts'
import { planOf, type Sketch } from './plan-sketch.ts'

export interface PassRow {
  readonly title: string
  readonly before: Sketch
  /** Absent where the pass must change nothing. */
  readonly after?: Sketch
}

export function passTable(pass: PlanPass, rows: readonly PassRow[]): void {
  it.each(rows)('$title', ({ before, after }) => {
    expect(rewritePlan(planOf(before), pass)).toEqual(planOf(after ?? before))
  })
}
