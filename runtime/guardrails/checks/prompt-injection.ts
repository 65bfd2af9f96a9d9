// default.promptInjection: heuristics (`detect/injection/`), not a guarantee. Texts are scored one by one, and the
// highest score counts.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckInput, CheckResult, TextOrigin } from '../check.ts'
import { type InjectionScore, scoreInTurns } from '../detect/injection/injection-score.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'

/** The same text weighs more as data than in a message. */
type InjectionScores = Readonly<Partial<Record<TextOrigin, InjectionScore>>>

/** Code units of several texts that are scored in one step. */
const STEP = 16 * 1024

export const promptInjection: Check<CheckParameters['default.promptInjection']> = {
  readsFiles: true,
  link: ({ threshold, not }, { recall }) => {
    return (input, ports) =>
      input.texts.length === 0 ? NO_TEXT_RESULT : evaluateInTurns(worstResult(input), ports)

    function* worstResult({ texts, originOf, workspace }: CheckInput): Turns<CheckResult> {
      let worst: InjectionScore | undefined
      let read = 0
      for (const [index, text] of texts.entries()) {
        read += text.length
        if (read > STEP && index > 0) {
          yield
          read = text.length
        }
        const memory = recall && (yield* recall<InjectionScores>(workspace, text))
        const origin = originOf(index)
        const score = memory?.known?.[origin] ?? (yield* scoreInTurns(text, origin === 'external'))
        memory?.remember({ ...memory.known, [origin]: score })
        if (worst === undefined || score.score > worst.score) worst = score
      }
      return worst === undefined ? NO_TEXT_RESULT : resultOf(worst)
    }

    function resultOf(worst: InjectionScore): CheckResult {
      const score = Math.round(worst.score * 100) / 100
      const facts = { score, signals: [...worst.families], encoded: worst.encoded && worst.score > 0 }
      const isHarmless = worst.score < threshold
      return conditionResult(
        isHarmless,
        not,
        `The text ${isHarmless ? 'does not look' : 'looks'} like a prompt injection`,
        facts,
      )
    }
  },
}
