// default.contains: words or phrases found anywhere in the text, including inside other words. The result counts
// them, and names only those missing from a text that should have all of them.

import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Check } from '../check.ts'
import { foldText } from '../detect/text/fold-text.ts'
import { onText } from '../on-text.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { describeCount, satisfies } from './shared/operator.ts'

/** Words × code units: about a second when no word is found. */
const MAX_WORK = 2 ** 30

export const contains: Check<CheckParameters['default.contains']> = {
  link: ({ words, operator, caseSensitive, not }) => {
    const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase())
    const wanted = words.map(fold)
    return onText(text => {
      if (text.length * words.length > MAX_WORK)
        return limitExceeded(`The text is too long to search for ${pluralize(words.length, 'word')} in it.`)
      const haystacks = [...new Set([text, foldText(text)])].map(fold)
      const missing = words.filter((_, index) => !haystacks.some(each => each.includes(wanted[index] ?? '')))
      const found = words.length - missing.length
      return conditionResult(
        satisfies(operator, found, words.length),
        not,
        `The text contains ${describeCount(operator, found, words.length, 'word')}`,
        { found, words: words.length, ...(operator === 'all' ? { missing } : {}) },
      )
    })
  },
}
