// default.endsWith: the suffix of the text. Trailing whitespace is ignored, unless the suffix has some.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { onText } from '../on-text.ts'
import { conditionResult } from '../result.ts'

export const endsWith: Check<CheckParameters['default.endsWith']> = {
  link: ({ suffix, not }) =>
    onText(text => {
      const isMatch = text.endsWith(suffix) || text.trimEnd().endsWith(suffix)
      return conditionResult(isMatch, not, `The text ${isMatch ? 'ends' : 'does not end'} with the suffix`)
    }),
}
