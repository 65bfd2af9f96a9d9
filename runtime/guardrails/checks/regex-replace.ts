// default.regexReplace: replaces the matches of a pattern, text by text. Many matches that each read far ahead are
// slow, so there is a time limit too; a text that cannot be rewritten completely fails and stays unchanged.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { NO_TEXT } from '../judging/judge-text.ts'
import { beyondLimit } from '../judging/outcome.ts'
import { linkSearch, type Replaced } from '../reading/search.ts'

/** Time limit in milliseconds for all texts of one request or reply. */
const PATIENCE = 1000

export const regexReplace: Check<CheckParameters['default.regexReplace']> = {
  link: ({ rule, redactText }) => {
    const { replaced, longest } = linkSearch(rule)
    return ({ texts }, { now }) => {
      if (texts.length === 0) return NO_TEXT
      if (texts.reduce((sum, text) => sum + text.length, 0) > longest)
        return beyondLimit(`The text is longer than the ${longest} characters that this pattern can search.`)
      const end = now() + PATIENCE
      const results: Replaced[] = []
      for (const text of texts) {
        const result = replaced(text, redactText, () => now() > end)
        if (result === undefined)
          return beyondLimit('The pattern has too many matches in the text to replace them.')
        results.push(result)
      }
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
