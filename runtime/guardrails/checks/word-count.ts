// default.wordCount: words are separated by whitespace, so a passage in a script without spaces (Chinese, Japanese,
// Thai) counts as one word.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeCount } from '../judging/judge-count.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'

const WORD = /\S+/gu

function wordsIn(text: string): number {
  let count = 0
  for (const _ of text.matchAll(WORD)) count += 1
  return count
}

export const wordCount: Check<CheckParameters['default.wordCount']> = {
  link: ({ minWords, maxWords, not }) =>
    upTo(LONGEST, judgeCount('word', wordsIn, { least: minWords, greatest: maxWords, not })),
}
