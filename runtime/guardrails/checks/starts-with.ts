// default.startsWith: the prefix of the text. Leading whitespace is ignored, unless the prefix has some.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { onText } from '../on-text.ts'
import { conditionResult } from '../result.ts'

export const startsWith: Check<CheckParameters['default.startsWith']> = {
  link: ({ prefix, not }) =>
    onText(text => {
      const isMatch = text.startsWith(prefix) || text.trimStart().startsWith(prefix)
      return conditionResult(
        isMatch,
        not,
        `The text ${isMatch ? 'starts' : 'does not start'} with the prefix`,
      )
    }),
}
