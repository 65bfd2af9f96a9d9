// default.wordCount: words are separated by whitespace, so a passage in a script without spaces (Chinese, Japanese,
// Thai) counts as one word.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { countCheck } from './shared/count-check.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

/** The whitespace of a regular expression's `\s`. */
const isSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0xa0 && (code < 0x2000 ? code === 0xa0 || code === 0x1680 : RARE_SPACES.has(code)))

const RARE_SPACES: ReadonlySet<number> = new Set([
  ...Array.from({ length: 11 }, (_, index) => 0x2000 + index),
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
])

export function countWordsIn(text: string): number {
  let count = 0
  let within = false
  for (let index = 0; index < text.length; index += 1) {
    const space = isSpace(text.charCodeAt(index))
    if (within === space) {
      within = !space
      if (within) count += 1
    }
  }
  return count
}

export const wordCount: Check<CheckParameters['default.wordCount']> = {
  link: ({ minWords, maxWords, not }) =>
    withMaxLength(MAX_TEXT_LENGTH, countCheck('word', countWordsIn, { min: minWords, max: maxWords, not })),
}
