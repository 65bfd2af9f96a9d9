// default.allUppercase: no letter is in lower case; digits, marks and scripts without case do not matter.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeCase } from '../judging/judge-case.ts'
import { judgeText } from '../judging/judge-text.ts'

export const allUppercase: Check<CheckParameters['default.allUppercase']> = {
  link: ({ not }) => judgeText(text => judgeCase('upper', text, not)),
}
