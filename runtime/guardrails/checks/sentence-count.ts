// default.sentenceCount: see `detect/text/sentences.ts` for what counts as a sentence.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeCount } from '../judging/judge-count.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'
import { sentencesIn } from '../reading/sentences.ts'

export const sentenceCount: Check<CheckParameters['default.sentenceCount']> = {
  link: ({ minSentences, maxSentences, not }) =>
    upTo(LONGEST, judgeCount('sentence', sentencesIn, { least: minSentences, greatest: maxSentences, not })),
}
