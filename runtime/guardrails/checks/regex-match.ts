// default.regexMatch: the text matches a regular expression from the config (RE2 syntax, linear time).
import { isAnchored, longestWitness } from '../../../compiler/pattern-analysis/longest-match.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult } from '../check.ts'
import { foldInTurns, foldText } from '../detect/text/fold-text.ts'
import { linkPatternSearch } from '../detect/text/pattern-search.ts'
import { matchesInWindows } from '../detect/text/search-in-windows.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'

export const regexMatch: Check<CheckParameters['default.regexMatch']> = {
  link: ({ rule, not }) => {
    const pattern = linkPatternSearch(rule)
    const { matches, maxLength } = pattern
    const longest = isAnchored(rule) ? undefined : longestWitness(rule)
    const hasBoundaries = /\\b/i.test(rule)
    const result = (isMatch: boolean): CheckResult =>
      conditionResult(isMatch, not, `The pattern is ${isMatch ? '' : 'not '}found in the text`)
    return ({ texts }, ports) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      const text = joinTexts(texts)
      if (text.length > maxLength)
        return longest === undefined
          ? limitExceeded(`The text is longer than the ${maxLength} characters that this pattern can search.`)
          : evaluateInTurns(searchLong(text, longest), ports)
      const folded = foldText(text, 'decoded')
      return result(matches(text) || (folded !== text && matches(folded)))
    }

    function* searchLong(text: string, longest: number): Turns<CheckResult> {
      if (yield* matchesInWindows(text, pattern, longest, hasBoundaries)) return result(true)
      const folded = yield* foldInTurns(text, 'decoded')
      return result(folded !== text && (yield* matchesInWindows(folded, pattern, longest, hasBoundaries)))
    }
  },
}
