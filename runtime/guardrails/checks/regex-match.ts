// default.regexMatch: the text matches a regular expression from the config (RE2 syntax, linear time).
import { isAnchored, longestWitness } from '../../../compiler/pattern-analysis/longest-match.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult } from '../check.ts'
import { foldInTurns, foldText } from '../detect/text/fold-text.ts'
import { linkPatternSearch } from '../detect/text/pattern-search.ts'
import { matchesInWindows } from '../detect/text/search-in-windows.ts'
import { NO_TEXT_RESULT, readingsOf } from '../on-text.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'

export const regexMatch: Check<CheckParameters['default.regexMatch']> = {
  readsFiles: true,
  link: ({ rule, not }) => {
    const pattern = linkPatternSearch(rule)
    const { matches, maxLength } = pattern
    const longest = isAnchored(rule) ? undefined : longestWitness(rule)
    const hasBoundaries = /\\b/i.test(rule)
    const result = (isMatch: boolean): CheckResult =>
      conditionResult(isMatch, not, `The pattern is ${isMatch ? '' : 'not '}found in the text`)
    return (input, ports) => {
      if (input.texts.length === 0) return NO_TEXT_RESULT
      const [text = '', ...others] = readingsOf(input)
      if (text.length > maxLength)
        return longest === undefined
          ? limitExceeded(`The text is longer than the ${maxLength} characters that this pattern can search.`)
          : evaluateInTurns(searchLong([text, ...others], longest), ports)
      const folded = foldText(text, 'decoded')
      return result(matches(text) || (folded !== text && matches(folded)) || others.some(matches))
    }

    function* searchLong([text = '', ...others]: readonly string[], longest: number): Turns<CheckResult> {
      for (const reading of [text, ...others])
        if (yield* matchesInWindows(reading, pattern, longest, hasBoundaries)) return result(true)
      const folded = yield* foldInTurns(text, 'decoded')
      return result(folded !== text && (yield* matchesInWindows(folded, pattern, longest, hasBoundaries)))
    }
  },
}
