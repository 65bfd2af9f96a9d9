// default.promptInjection: heuristics (`detect/injection/`), not a guarantee. Texts are scored one by one, and the
// highest score counts.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { scoreOf } from '../injection/score.ts'
import { NO_TEXT } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'

/** Phrases of many languages are searched, at about a microsecond per code unit. */
const LONGEST_PROMPT = LONGEST / 2

export const promptInjection: Check<CheckParameters['default.promptInjection']> = {
  link: ({ threshold, not }) =>
    upTo(LONGEST_PROMPT, ({ texts }) => {
      if (texts.length === 0) return NO_TEXT
      const scores = texts.map(scoreOf)
      const worst = scores.reduce((a, b) => (b.score > a.score ? b : a))
      const score = Math.round(worst.score * 100) / 100
      const facts = { score, signals: [...worst.families], encoded: worst.encoded && worst.score > 0 }
      const sound = worst.score < threshold
      return outcome(
        sound,
        not,
        `The text ${sound ? 'does not look' : 'looks'} like a prompt injection`,
        facts,
      )
    }),
}
