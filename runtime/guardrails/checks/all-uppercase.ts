// default.allUppercase: no letter is lowercase; digits, punctuation and scripts without case do not matter.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { onText } from '../on-text.ts'
import { caseResult } from './shared/case-check.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

export const allUppercase: Check<CheckParameters['default.allUppercase']> = {
  link: ({ not }) =>
    withMaxLength(
      MAX_TEXT_LENGTH,
      onText(text => caseResult('upper', text, not)),
    ),
}
