// Runs the before/after table of one pass. Titles say what the pass does, or what it must leave alone.
import { expect, it } from 'vitest'
import { type Pass, rewrite } from '../../compiler/plan/rewrite.ts'
import { planOf, type Sketch } from './plan-sketch.ts'

export interface PassRow {
  readonly title: string
  readonly before: Sketch
  /** Absent where the pass must change nothing. */
  readonly after?: Sketch
}

export function passTable(pass: Pass, rows: readonly PassRow[]): void {
  it.each(rows)('$title', ({ before, after }) => {
    expect(rewrite(planOf(before), pass)).toEqual(planOf(after ?? before))
  })
}
