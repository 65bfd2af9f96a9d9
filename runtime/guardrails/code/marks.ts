// By what a language is told in a line of text. A mark that prose hardly ever has weighs 2, one that is only likely 1;
// code is found at a weight of 2. Patterns see one line of bounded length, so none of them can run away.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { markupMarks } from './markup-marks.ts'
import { scriptMarks } from './script-marks.ts'
import { systemMarks } from './system-marks.ts'

export type Language = CheckParameters['default.containsCode']['format']

export type Mark = readonly [weight: 1 | 2, line: RegExp]

export interface Marks {
  /** What stands after the fence of a block, in lower case. */
  readonly tags: readonly string[]
  readonly lines: readonly Mark[]
}

export const marksOf: { readonly [L in Language]: Marks } = { ...scriptMarks, ...systemMarks, ...markupMarks }
