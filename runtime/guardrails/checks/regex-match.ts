// default.regexMatch: the text matches a regular expression from the config (RE2 syntax, linear time).
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeText } from '../judging/judge-text.ts'
import { beyondLimit, outcome } from '../judging/outcome.ts'
import { linkSearch } from '../reading/search.ts'

export const regexMatch: Check<CheckParameters['default.regexMatch']> = {
  link: ({ rule, not }) => {
    const { found, longest } = linkSearch(rule)
    return judgeText(text => {
      if (text.length > longest)
        return beyondLimit(`The text is longer than the ${longest} characters that this pattern can search.`)
      return found(text)
        ? outcome(true, not, 'The pattern is found in the text')
        : outcome(false, not, 'The pattern is not found in the text')
    })
  },
}
