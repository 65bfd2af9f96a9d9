// default.regexReplace: replaces the matches of a pattern, text by text. Many matches that each read far ahead are
// slow, so there is a time limit too; a text that cannot be rewritten completely fails and stays unchanged.

import { isAnchored, longestMatch } from '../../../compiler/pattern-analysis/longest-match.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult, TextReplacement } from '../check.ts'
import { foldedRanges } from '../detect/text/fold-text.ts'
import {
  linkPatternSearch,
  MAX_RESULT_LENGTH,
  openForPattern,
  type PatternSearch,
  type Replacement,
} from '../detect/text/pattern-search.ts'
import { rangesInWindows } from '../detect/text/search-in-windows.ts'
import { settledTo } from '../detect/text/settled-to.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { replaceRanges } from '../replacing/replace-ranges.ts'
import { limitExceeded } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'

/** Time limit in milliseconds for all texts of one request or reply. */
const TIME_LIMIT_MS = 1000

/** The only kind of its replacements. */
const KIND = 'replaced'
const TOO_MANY = limitExceeded('The pattern has too many matches in the text to replace them.')
const HIDDEN = limitExceeded('Hidden characters or compatibility forms in a match prevent its replacement.')
const NOTHING: CheckResult = { passed: true, reason: 'There is nothing to replace.', facts: { replaced: 0 } }

export const regexReplace: Check<CheckParameters['default.regexReplace']> = {
  readsFiles: true,
  link: ({ rule, redactText }) => {
    const { replaceAll, ranges, maxLength } = linkPatternSearch(rule)
    const longest = isAnchored(rule) ? undefined : longestMatch(rule)
    return ({ texts }, ports) => {
      const { monotonic } = ports
      if (texts.length === 0) return NO_TEXT_RESULT
      if (texts.reduce((sum, text) => sum + text.length, 0) > maxLength)
        return longest === undefined
          ? limitExceeded(`The text is longer than the ${maxLength} characters that this pattern can search.`)
          : evaluateInTurns(replaceLong(texts, longest), ports)
      const deadline = monotonic() + TIME_LIMIT_MS
      const results: Replacement[] = []
      for (const text of texts) {
        const result = replaceAll(text, redactText, () => monotonic() > deadline)
        if (result === undefined) return TOO_MANY
        results.push(result)
      }
      if (texts.some(text => hiddenMatches(text, ranges).length > 0)) return HIDDEN
      const count = results.reduce((sum, result) => sum + result.count, 0)
      return count === 0 ? NOTHING : { ...replacedResult(count), texts: results.map(result => result.text) }
    }

    function* replaceLong(texts: readonly string[], longest: number): Turns<CheckResult> {
      const replaced: string[] = []
      let count = 0
      let isHidden = false
      const search = (section: string): ReturnType<PatternSearch['ranges']> => {
        isHidden ||= hiddenMatches(section, ranges).length > 0
        return ranges(section)
      }
      for (const text of texts) {
        const found = yield* rangesInWindows(text, { ranges: search }, longest)
        if (isHidden) return HIDDEN
        count += found.length
        if (text.length + found.length * redactText.length > MAX_RESULT_LENGTH) return TOO_MANY
        const matches = found.map(([start, end]) => ({ kind: KIND, start, end }))
        replaced.push((yield* replaceRanges(text, matches, false, () => redactText)).text)
      }
      return count === 0 ? NOTHING : { ...replacedResult(count), texts: replaced }
    }
  },
  linkWindows: ({ rule, redactText }) => {
    const longest = longestMatch(rule)
    if (longest === undefined) return undefined
    const { ranges } = linkPatternSearch(rule)
    return {
      find: text => findReplacements(text, ranges),
      settled: settledTo(text => openForPattern(text, longest)),
      open: () => () => redactText,
      inJson: 'plain',
      result: counts => (counts.has(KIND) ? replacedResult(counts.get(KIND) ?? 0) : NOTHING),
    }
  },
}

const replacedResult = (count: number): CheckResult => ({
  passed: true,
  reason: `The pattern was replaced ${count === 1 ? 'once' : `${count} times`}.`,
  facts: { replaced: count },
})

/** Matches of the folded text that no match of the text as it is covers, in ranges of the latter. */
function hiddenMatches(text: string, ranges: PatternSearch['ranges']): readonly TextReplacement[] {
  const folded = foldedRanges(text, 'characters')
  if (folded === undefined) return []
  const plain = ranges(text)
  const found = ranges(folded.text).map(([start, end]) => [
    folded.starts[start] ?? 0,
    folded.ends[end - 1] ?? 0,
  ])
  return found
    .filter(([start = 0, end = 0]) => !plain.some(each => each[0] <= start && each[1] >= end))
    .map(([start = 0, end = 0]) => ({ kind: KIND, start, end, isFixed: true }))
}

function* findReplacements(text: string, ranges: PatternSearch['ranges']): Turns<readonly TextReplacement[]> {
  const plain = ranges(text).map(([start, end]) => ({ kind: KIND, start, end }))
  const hidden = hiddenMatches(text, ranges)
  return hidden.length === 0 ? plain : [...hidden, ...plain].sort((a, b) => a.start - b.start)
}
