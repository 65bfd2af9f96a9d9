// default.sentenceCount: the number of sentences of the text.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { countCheck } from './shared/count-check.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

export const sentenceCount: Check<CheckParameters['default.sentenceCount']> = {
  link: ({ minSentences, maxSentences, not }) =>
    withMaxLength(
      MAX_TEXT_LENGTH,
      countCheck('sentence', countSentences, { min: minSentences, max: maxSentences, not }),
    ),
}

/** End a sentence before whitespace, optionally with closing marks in between. */
const END_MARKS = new Set('.!?…؟۔।॥։።')

/** End a sentence anywhere: their scripts have no spaces. */
const END_MARKS_ANYWHERE = new Set('。！？｡')

const CLOSING_MARKS = new Set(`"'”’»)]”’」』）`)

/** A sentence has at least one of these. */
const WORD_CHARACTER = /[\p{L}\p{N}]/u

const SPACE = /\s/u

/**
 * Counts sentences in one pass: they end with a full stop, question or exclamation mark of any script before
 * whitespace or the end, or with a blank line. So "3.14" ends none, and "Dr. Who." counts as two. Text after
 * the last end counts as one.
 */
export function countSentences(text: string): number {
  let count = 0
  let hasWords = false
  let isEnding = false
  let afterLineBreak = false
  const end = (): void => {
    if (hasWords) count += 1
    hasWords = false
    isEnding = false
  }
  for (const character of text) {
    if (END_MARKS_ANYWHERE.has(character)) end()
    else if (END_MARKS.has(character)) isEnding = true
    else if (SPACE.test(character)) {
      if (isEnding || (character === '\n' && afterLineBreak)) end()
      if (character === '\n') afterLineBreak = true
      continue
    } else if (!(isEnding && CLOSING_MARKS.has(character))) {
      isEnding = false
      hasWords ||= WORD_CHARACTER.test(character)
    }
    afterLineBreak = false
  }
  end()
  return count
}
