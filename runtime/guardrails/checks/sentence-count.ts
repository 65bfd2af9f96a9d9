// default.sentenceCount: see `detect/text/sentences.ts` for what counts as a sentence.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { countSentences } from '../detect/text/sentences.ts'
import { countCheck } from './shared/count-check.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

export const sentenceCount: Check<CheckParameters['default.sentenceCount']> = {
  link: ({ minSentences, maxSentences, not }) =>
    withMaxLength(
      MAX_TEXT_LENGTH,
      countCheck('sentence', countSentences, { min: minSentences, max: maxSentences, not }),
    ),
}
