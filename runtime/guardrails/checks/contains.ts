// default.contains: words or phrases found anywhere in the text, including inside other words. The result counts
// them, and names only those missing from a text that should have all of them.
import { counted } from '../../../compiler/diagnostics/words.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeText } from '../judging/judge-text.ts'
import { beyondLimit, outcome } from '../judging/outcome.ts'
import { foundOf, isEnough } from '../judging/some-of.ts'

/** Words × code units: about a second when no word is found. */
const MOST_WORK = 2 ** 30

export const contains: Check<CheckParameters['default.contains']> = {
  link: ({ words, operator, caseSensitive, not }) => {
    const folded = (text: string): string => (caseSensitive ? text : text.toLowerCase())
    const wanted = words.map(folded)
    return judgeText(text => {
      if (text.length * words.length > MOST_WORK)
        return beyondLimit(`The text is too long to search for ${counted(words.length, 'word')} in it.`)
      const read = folded(text)
      const missing = words.filter((_, index) => !read.includes(wanted[index] ?? ''))
      const found = words.length - missing.length
      return outcome(
        isEnough(operator, found, words.length),
        not,
        `The text contains ${foundOf(operator, found, words.length, 'word')}`,
        { found, words: words.length, ...(operator === 'all' ? { missing } : {}) },
      )
    })
  },
}
