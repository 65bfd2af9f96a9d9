// default.regexMatch: the text matches a regular expression from the config (RE2 syntax, linear time).
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { foldText } from '../detect/text/fold-text.ts'
import { linkPatternSearch } from '../detect/text/pattern-search.ts'
import { onText } from '../on-text.ts'
import { conditionResult, limitExceeded } from '../result.ts'

export const regexMatch: Check<CheckParameters['default.regexMatch']> = {
  link: ({ rule, not }) => {
    const { matches, maxLength } = linkPatternSearch(rule)
    return onText(text => {
      if (text.length > maxLength)
        return limitExceeded(
          `The text is longer than the ${maxLength} characters that this pattern can search.`,
        )
      const folded = foldText(text, 'decoded')
      return matches(text) || (folded !== text && matches(folded))
        ? conditionResult(true, not, 'The pattern is found in the text')
        : conditionResult(false, not, 'The pattern is not found in the text')
    })
  },
}
