// default.promptInjection: heuristics (`detect/injection/`), not a guarantee. Texts are scored one by one, and the
// highest score counts.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { atOnce } from '../../values/turns.ts'
import type { Check, TextOrigin } from '../check.ts'
import { type InjectionScore, scoreInjection } from '../detect/injection/injection-score.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

/** The same text weighs more as data than in a message. */
type InjectionScores = Readonly<Partial<Record<TextOrigin, InjectionScore>>>

/** Phrases of many languages are searched, at about a microsecond per code unit. */
const MAX_PROMPT_LENGTH = MAX_TEXT_LENGTH / 2

export const promptInjection: Check<CheckParameters['default.promptInjection']> = {
  link: ({ threshold, not }, { recall }) =>
    withMaxLength(MAX_PROMPT_LENGTH, ({ texts, originOf, workspace }) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      const scores = texts.map((text, index) => {
        // No text is so long that it is looked up in several turns.
        const memory = recall && atOnce(recall<InjectionScores>(workspace, text))
        const origin = originOf(index)
        const score = memory?.known?.[origin] ?? scoreInjection(text, origin === 'external')
        memory?.remember({ ...memory.known, [origin]: score })
        return score
      })
      const worst = scores.reduce((a, b) => (b.score > a.score ? b : a))
      const score = Math.round(worst.score * 100) / 100
      const facts = { score, signals: [...worst.families], encoded: worst.encoded && worst.score > 0 }
      const isHarmless = worst.score < threshold
      return conditionResult(
        isHarmless,
        not,
        `The text ${isHarmless ? 'does not look' : 'looks'} like a prompt injection`,
        facts,
      )
    }),
}
