// Line patterns by which languages are detected. A pattern that prose hardly ever matches weighs 2, one that is only
// likely 1; code is detected at a total of 2. Patterns run on one line of bounded length, so none can blow up.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { markupMarks } from './markup-marks.ts'
import { scriptMarks } from './script-marks.ts'
import { systemMarks } from './system-marks.ts'

export type Language = CheckParameters['default.containsCode']['format']

export type Mark = readonly [weight: 1 | 2, line: RegExp]

export interface Marks {
  /** Tags of fenced blocks, in lower case. */
  readonly tags: readonly string[]
  readonly lines: readonly Mark[]
}

export const marksOf: { readonly [L in Language]: Marks } = { ...scriptMarks, ...systemMarks, ...markupMarks }
