// default.allUppercase: no letter is lowercase; digits, punctuation and scripts without case do not matter.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeCase } from '../judging/judge-case.ts'
import { judgeText } from '../judging/judge-text.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'

export const allUppercase: Check<CheckParameters['default.allUppercase']> = {
  link: ({ not }) =>
    upTo(
      LONGEST,
      judgeText(text => judgeCase('upper', text, not)),
    ),
}
