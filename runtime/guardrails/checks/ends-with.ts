// default.endsWith: the suffix of the text. Trailing whitespace is ignored, unless the suffix has some.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Turns } from '../../values/turns.ts'
import type { Check, CheckResult } from '../check.ts'
import { foldInTurns } from '../detect/text/fold-text.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'
import { evaluateInTurns } from './shared/evaluate-in-turns.ts'

export const endsWith: Check<CheckParameters['default.endsWith']> = {
  link: ({ suffix, beforeFullStop, not }) => {
    const suffixes = beforeFullStop ? [suffix, `${suffix}.`] : [suffix]
    const matches = (text: string): boolean =>
      suffixes.some(each => text.endsWith(each) || text.trimEnd().endsWith(each))
    return ({ texts }, ports) =>
      texts.length === 0 ? NO_TEXT_RESULT : evaluateInTurns(evaluate(joinTexts(texts)), ports)

    function* evaluate(text: string): Turns<CheckResult> {
      const isMatch = matches(text) || matches(yield* foldInTurns(text, 'characters'))
      return conditionResult(isMatch, not, `The text ${isMatch ? 'ends' : 'does not end'} with the suffix`)
    }
  },
}
