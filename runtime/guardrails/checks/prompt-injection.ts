// default.promptInjection: heuristics (injection/), not a guarantee. Each text is judged by itself, and the one that
// looks worst decides.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { scoreOf } from '../injection/score.ts'
import { NO_TEXT } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'

export const promptInjection: Check<CheckParameters['default.promptInjection']> = {
  link:
    ({ threshold, not }) =>
    ({ texts }) => {
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
    },
}
