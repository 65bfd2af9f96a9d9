// default.wordCount: words are separated by whitespace, so a passage in a script without spaces (Chinese, Japanese,
// Thai) counts as one word.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { countCheck } from './shared/count-check.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

const WORD = /\S+/gu

function countWordsIn(text: string): number {
  let count = 0
  for (const _ of text.matchAll(WORD)) count += 1
  return count
}

export const wordCount: Check<CheckParameters['default.wordCount']> = {
  link: ({ minWords, maxWords, not }) =>
    withMaxLength(MAX_TEXT_LENGTH, countCheck('word', countWordsIn, { min: minWords, max: maxWords, not })),
}
