// default.containsCode: a heuristic by code fences and line patterns (`detect/code/detect-code.ts`). Use `not` where
// code is unwanted.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { holdsCode } from '../code/holds-code.ts'
import { judgeText } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'

export const containsCode: Check<CheckParameters['default.containsCode']> = {
  link: ({ format, not }) =>
    upTo(
      LONGEST,
      judgeText(text => {
        const holds = holdsCode(text, format)
        return outcome(holds, not, `The text contains ${holds ? '' : 'no '}${format} code`)
      }),
    ),
}
