// default.contains: words or phrases found anywhere in the text, including inside other words. The result counts
// them, and names only those missing from a text that should have all of them.

import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult } from '../check.ts'
import { foldInTurns } from '../detect/text/fold-text.ts'
import { spelledInTurns } from '../detect/text/spelled-text.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'
import { describeCount, satisfies } from './shared/operator.ts'

/** Words × code units: about a second when no word is found. */
const MAX_WORK = 2 ** 30
/** Words × code units that are searched in one step. */
const STEP = 2 ** 24

/** Shorter words are parts of others that are spelled. */
const SHORTEST_SPELLED = 4

export const contains: Check<CheckParameters['default.contains']> = {
  link: ({ words, operator, caseSensitive, not }) => {
    const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase())
    const wanted = words.map(fold)
    return ({ texts }, ports) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      return evaluateInTurns(search(joinTexts(texts)), ports)
    }

    function* search(text: string): Turns<CheckResult> {
      if (text.length * words.length > MAX_WORK)
        return limitExceeded(`The text is too long to search for ${pluralize(words.length, 'word')} in it.`)
      const folded = yield* foldInTurns(text, 'decoded')
      const haystacks = [...new Set([text, folded])].map(fold)
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
