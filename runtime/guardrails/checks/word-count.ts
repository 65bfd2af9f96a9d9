// default.wordCount: words are what white space separates. A passage of a script that writes none between words
// (Chinese, Japanese, Thai) therefore counts as one.
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
