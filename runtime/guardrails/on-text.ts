// Most checks evaluate several texts as one, joined by line breaks. Without texts the check passes, with a reason.
import type { CheckInput, CheckResult, Evaluate } from './check.ts'

export const NO_TEXT_RESULT: CheckResult = { passed: true, reason: 'There is no text to check.' }

export const joinTexts = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')

/** The texts as one, and where parts of one message go on without a break also without one. */
export function readingsOf({
  texts,
  continuesAt,
}: Pick<CheckInput, 'texts' | 'continuesAt'>): readonly string[] {
  const parts = texts.map((text, index) => (index === 0 || continuesAt(index) ? text : `\n${text}`))
  const joined = joinTexts(texts)
  const unbroken = texts.length === 1 ? joined : parts.join('')
  return unbroken === joined ? [joined] : [joined, unbroken]
}

/** Evaluates the joined text. */
export const onText =
  (evaluate: (text: string) => CheckResult): Evaluate =>
  ({ texts }) =>
    texts.length === 0 ? NO_TEXT_RESULT : evaluate(joinTexts(texts))
