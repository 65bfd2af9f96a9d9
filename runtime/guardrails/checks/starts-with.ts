// default.startsWith: the prefix of the text. Leading whitespace is ignored, unless the prefix has some.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeText } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'

export const startsWith: Check<CheckParameters['default.startsWith']> = {
  link: ({ prefix, not }) =>
    judgeText(text => {
      const holds = text.startsWith(prefix) || text.trimStart().startsWith(prefix)
      return outcome(holds, not, `The text ${holds ? 'starts' : 'does not start'} with the prefix`)
    }),
}
