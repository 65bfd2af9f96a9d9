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
/** Code units that are searched for words in one step. */
const STEP = 2 ** 22

/** Code units that are rewritten in one step. */
const PART = 64 * 1024

/** A line break, two spaces or a no-break space between the words of a phrase are as good as one space. */
const SPACES = /\s+/g

function* spacedInTurns(text: string): Turns<string> {
  const parts: string[] = []
  let endsInSpace = false
  for (let from = 0; from < text.length; from += PART) {
    if (from > 0) yield
    const part = text.slice(from, from + PART).replace(SPACES, ' ')
    parts.push(endsInSpace && part.startsWith(' ') ? part.slice(1) : part)
    endsInSpace = part.endsWith(' ')
  }
  return parts.join('')
}

/** Shorter words are parts of others that are spelled. */
const SHORTEST_SPELLED = 4

export const contains: Check<CheckParameters['default.contains']> = {
  readsFiles: true,
  link: ({ words, operator, caseSensitive, not }) => {
    const hasPhrase = words.some(word => /\s/.test(word))
    const lower = (text: string): string => (caseSensitive ? text : text.toLowerCase())
    const wanted = words.map(word => lower(word).replace(SPACES, ' '))
    return (input, ports) =>
      input.texts.length === 0 ? NO_TEXT_RESULT : evaluateInTurns(search(readingsOf(input)), ports)

    function* search([text = '', ...others]: readonly string[]): Turns<CheckResult> {
      if (text.length * words.length > MAX_WORK)
        return limitExceeded(`The text is too long to search for ${pluralize(words.length, 'word')} in it.`)
      const folded = yield* foldInTurns(text, 'decoded')
      const readings = new Set([text, folded, ...others])
      const haystacks: string[] = []
      for (const each of readings) {
        if (each.length > PART) yield
        haystacks.push(hasPhrase ? yield* spacedInTurns(lower(each)) : lower(each))
      }
      const spelled = lower(yield* spelledInTurns(folded))
      const missing: string[] = []
      let searched = 0
      for (const [index, word] of words.entries()) {
        const letters = wanted[index] ?? ''
        let isFound = letters.length >= SHORTEST_SPELLED && spelled.includes(letters.replaceAll(' ', ''))
        for (const each of haystacks) {
          if (isFound) break
          searched += each.length
          if (searched > STEP) {
            yield
            searched = each.length
          }
          isFound = each.includes(letters)
        }
        if (!isFound) missing.push(word)
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
