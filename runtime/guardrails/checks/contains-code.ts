// default.containsCode: a heuristic by code fences and line patterns (`detect/code/detect-code.ts`). Use `not` where
// code is unwanted.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { detectCode } from '../detect/code/detect-code.ts'
import { onText } from '../on-text.ts'
import { conditionResult } from '../result.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

export const containsCode: Check<CheckParameters['default.containsCode']> = {
  link: ({ format, not }) =>
    withMaxLength(
      MAX_TEXT_LENGTH,
      onText(text => {
        const isMatch = detectCode(text, format)
        return conditionResult(isMatch, not, `The text contains ${isMatch ? '' : 'no '}${format} code`)
      }),
    ),
}
