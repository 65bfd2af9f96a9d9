// default.startsWith: the prefix of the text. Leading whitespace is ignored, unless the prefix has some.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult } from '../check.ts'
import { foldInTurns } from '../detect/text/fold-text.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'

export const startsWith: Check<CheckParameters['default.startsWith']> = {
  link: ({ prefix, not }) => {
    const matches = (text: string): boolean => text.startsWith(prefix) || text.trimStart().startsWith(prefix)
    return ({ texts }, ports) =>
      texts.length === 0 ? NO_TEXT_RESULT : evaluateInTurns(evaluate(joinTexts(texts)), ports)

    function* evaluate(text: string): Turns<CheckResult> {
      const isMatch = matches(text) || matches(yield* foldInTurns(text, 'characters'))
      return conditionResult(
        isMatch,
        not,
        `The text ${isMatch ? 'starts' : 'does not start'} with the prefix`,
      )
    }
  },
}
