// default.startsWith: what the text begins with. White space before it does not count, unless the prefix has some.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeText } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'

export const startsWith: Check<CheckParameters['default.startsWith']> = {
  link: ({ prefix, not }) =>
    judgeText(text => {
      const holds = text.startsWith(prefix) || text.trimStart().startsWith(prefix)
      return outcome(holds, not, `The text ${holds ? 'begins' : 'does not begin'} with the prefix`)
    }),
}
