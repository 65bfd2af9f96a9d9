// Most checks evaluate several texts as one, joined by line breaks. Without texts the check passes and says so.
import type { Finding, Judge } from '../check.ts'

export const NO_TEXT: Finding = { passed: true, reason: 'There is no text to check.' }

export const joined = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')

/** Evaluates the joined text. */
export const judgeText =
  (judge: (text: string) => Finding): Judge =>
  ({ texts }) =>
    texts.length === 0 ? NO_TEXT : judge(joined(texts))
