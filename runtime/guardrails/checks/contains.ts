// default.contains: words or phrases found anywhere in the text, including inside other words. The result counts
// them, and names only those missing from a text that should have all of them.

import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult } from '../check.ts'
import { foldInTurns } from '../detect/text/fold-text.ts'
import { spelledInTurns } from '../detect/text/spelled-text.ts'
import { NO_TEXT_RESULT, readingsOf } from '../on-text.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'
import { describeCount, satisfies } from './shared/operator.ts'

/** Words × code units: about a second when no word is found. */
const MAX_WORK = 2 ** 30
/** Words × code units that are searched in one step. */
const STEP = 2 ** 24

/** A line break, two spaces or a no-break space between the words of a phrase are as good as one space. */
const SPACES = /\s+/g

/** White space that is escaped in a string of JSON, or of code. */
const ESCAPED_SPACE = /\\[nrt]/g
const unescaped = (text: string): readonly string[] =>
  text.includes('\\') ? [text.replace(ESCAPED_SPACE, ' ').replace(/\\(["\\/])/g, '$1')] : []

/** Shorter words are parts of others that are spelled. */
const SHORTEST_SPELLED = 4

export const contains: Check<CheckParameters['default.contains']> = {
  readsFiles: true,
  link: ({ words, operator, caseSensitive, not }) => {
    const hasPhrase = words.some(word => /\s/.test(word))
    const spaced = (text: string): string => (hasPhrase ? text.replace(SPACES, ' ') : text)
    const fold = (text: string): string => spaced(caseSensitive ? text : text.toLowerCase())
    const wanted = words.map(fold)
    return (input, ports) =>
      input.texts.length === 0 ? NO_TEXT_RESULT : evaluateInTurns(search(readingsOf(input)), ports)

    function* search([text = '', ...others]: readonly string[]): Turns<CheckResult> {
      if (text.length * words.length > MAX_WORK)
        return limitExceeded(`The text is too long to search for ${pluralize(words.length, 'word')} in it.`)
      const folded = yield* foldInTurns(text, 'decoded')
      const haystacks = [...new Set([text, folded, ...others, ...unescaped(folded)].map(fold))]
      const spelled = fold(yield* spelledInTurns(folded))
      const missing: string[] = []
      let searched = 0
      for (const [index, word] of words.entries()) {
        searched += text.length
        if (searched > STEP) {
          yield
          searched = 0
        }
        const letters = wanted[index] ?? ''
        const isSpelled = letters.length >= SHORTEST_SPELLED && spelled.includes(letters.replaceAll(' ', ''))
        if (!isSpelled && !haystacks.some(each => each.includes(letters))) missing.push(word)
      }
      const found = words.length - missing.length
      return conditionResult(
        satisfies(operator, found, words.length),
        not,
        `The text contains ${describeCount(operator, found, words.length, 'word')}`,
        { found, words: words.length, ...(operator === 'all' ? { missing } : {}) },
      )
    }
  },
}
