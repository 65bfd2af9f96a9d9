// Most checks evaluate several texts as one, joined by line breaks. Without texts the check passes, with a reason.
import type { CheckResult, Evaluate } from './check.ts'

export const NO_TEXT_RESULT: CheckResult = { passed: true, reason: 'There is no text to check.' }

export const joinTexts = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')

/** Evaluates the joined text. */
export const onText =
  (evaluate: (text: string) => CheckResult): Evaluate =>
  ({ texts }) =>
    texts.length === 0 ? NO_TEXT_RESULT : evaluate(joinTexts(texts))
