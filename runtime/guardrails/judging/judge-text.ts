// How a check looks at several texts: as one, joined by line breaks. Where there are none nothing can be wrong with
// them, so the check passes and says why.
import type { Finding, Judge } from '../check.ts'

export const NO_TEXT: Finding = { passed: true, reason: 'There is no text to look at.' }

export const joined = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')

/** A judge of the joined text. */
export const judgeText =
  (judge: (text: string) => Finding): Judge =>
  ({ texts }) =>
    texts.length === 0 ? NO_TEXT : judge(joined(texts))
