// default.endsWith: the suffix of the text. Trailing whitespace is ignored, unless the suffix has some.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeText } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'

export const endsWith: Check<CheckParameters['default.endsWith']> = {
  link: ({ suffix, not }) =>
    judgeText(text => {
      const holds = text.endsWith(suffix) || text.trimEnd().endsWith(suffix)
      return outcome(holds, not, `The text ${holds ? 'ends' : 'does not end'} with the suffix`)
    }),
}
