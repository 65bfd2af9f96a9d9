// default.language: most of the text is in one of the languages. The detector and its n-gram table are loaded when a
// plan has this check. Short or ambiguous text is an error, not a verdict.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check, CheckResult } from '../check.ts'
import { normalizeLanguage } from '../detect/language/language-code.ts'
import { isLongEnough, sampleText } from '../detect/language/text-samples.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'

const errorResult = (reason: string): CheckResult => ({ passed: false, error: true, reason })
const TOO_SHORT = errorResult('The text is too short to detect its language.')
const AMBIGUOUS = errorResult('The language of the text could not be detected.')
const NO_DETECTOR = errorResult('The language detector could not be loaded.')

export const language: Check<CheckParameters['default.language']> = {
  link: ({ language: listed, not }) => {
    const names = new Set(listed.map(normalizeLanguage))
    const loading = import('eld/extrasmall').then(
      ({ eld }) => eld,
      () => undefined,
    )
    return async ({ texts }) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      const samples = sampleText(joinTexts(texts)).filter(isLongEnough)
      if (samples.length === 0) return TOO_SHORT
      const detector = await loading
      if (detector === undefined) return NO_DETECTOR
      const detected = samples
        .map(sample => detector.detect(sample))
        .filter(result => result.isReliable())
        .map(result => normalizeLanguage(result.language))
      if (detected.length === 0) return AMBIGUOUS
      const matching = detected.filter(name => names.has(name)).length
      const mostFrequent = mostFrequentOf(detected)
      const isMatch = matching * 2 >= detected.length
      return conditionResult(isMatch, not, `The text is ${isMatch ? '' : 'not '}in a listed language`, {
        language: mostFrequent,
      })
    }
  },
}

function mostFrequentOf(names: readonly string[]): string {
  const count = (name: string): number => names.filter(each => each === name).length
  return names.reduce((mostFrequent, name) => (count(name) > count(mostFrequent) ? name : mostFrequent))
}
