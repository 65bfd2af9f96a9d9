// default.regexReplace: replaces the matches of a pattern, text by text. Many matches that each read far ahead are
// slow, so there is a time limit too; a text that cannot be rewritten completely fails and stays unchanged.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { foldText } from '../detect/text/fold-text.ts'
import { linkPatternSearch, type Replacement } from '../detect/text/pattern-search.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { limitExceeded } from '../result.ts'

/** Time limit in milliseconds for all texts of one request or reply. */
const TIME_LIMIT_MS = 1000

export const regexReplace: Check<CheckParameters['default.regexReplace']> = {
  link: ({ rule, redactText }) => {
    const { replaceAll, matches, maxLength } = linkPatternSearch(rule)
    return ({ texts }, { now }) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      if (texts.reduce((sum, text) => sum + text.length, 0) > maxLength)
        return limitExceeded(
          `The text is longer than the ${maxLength} characters that this pattern can search.`,
        )
      const deadline = now() + TIME_LIMIT_MS
      const results: Replacement[] = []
      for (const text of texts) {
        const result = replaceAll(text, redactText, () => now() > deadline)
        if (result === undefined)
          return limitExceeded('The pattern has too many matches in the text to replace them.')
        results.push(result)
      }
      if (results.some(({ text }) => foldText(text) !== text && matches(foldText(text))))
        return limitExceeded(
          'Hidden characters or compatibility forms in a match keep it from being replaced.',
        )
      const count = results.reduce((sum, result) => sum + result.count, 0)
      if (count === 0) return { passed: true, reason: 'There is nothing to replace.', facts: { replaced: 0 } }
      return {
        passed: true,
        reason: `The pattern was replaced ${count === 1 ? 'once' : `${count} times`}.`,
        facts: { replaced: count },
        texts: results.map(result => result.text),
      }
    }
  },
}
