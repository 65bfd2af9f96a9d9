// default.containsCode: a heuristic by fences and marks of lines (code/holds-code.ts). Meant to be turned round by
// `not` where code is unwanted, or to ask for it where an answer should be code.
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
