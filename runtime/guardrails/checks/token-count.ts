// default.tokenCount: the tokens of the text, by the estimate with which the gateway counts those of a request where its provider
// does not. Only texts count: no template, no files.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { textTokens } from '../../values/text-tokens.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult } from '../check.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { countResult } from './shared/count-check.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'

/** UTF-16 code units that are counted in one turn, up to a space: a word is counted as a whole. */
const WINDOW = 32_768
const MAX_WORD = 256

export const tokenCount: Check<CheckParameters['default.tokenCount']> = {
  link: ({ minTokens, maxTokens, not }) => {
    const bounds = { min: minTokens, max: maxTokens, not }
    return ({ texts }, ports) =>
      texts.length === 0 ? NO_TEXT_RESULT : evaluateInTurns(evaluate(texts), ports)

    function* evaluate(texts: readonly string[]): Turns<CheckResult> {
      let tokens = 0
      let read = 0
      for (const text of texts)
        for (let start = 0, end = 0; start < text.length; start = end) {
          if (read > WINDOW - MAX_WORD) {
            read = 0
            yield
          }
          end = endOfWindow(text, start)
          read += end - start
          tokens += textTokens(text.slice(start, end))
        }
      return countResult('token', Math.ceil(tokens), bounds)
    }
  },
}

function endOfWindow(text: string, start: number): number {
  const end = start + WINDOW
  if (end >= text.length) return text.length
  // Only in the last word: a text without spaces would be searched to its beginning, for each window.
  const from = end - MAX_WORD + 1
  const space = text.slice(from, end + 1).lastIndexOf(' ')
  if (space >= 0) return from + space
  // A surrogate pair is not divided.
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end
}
