// default.language: most of the text is in one of the languages, or in that of the prompt. The detector and its n-gram
// table are loaded when a plan has this check. Short or ambiguous text is an error, not a verdict; beside the language
// of a prompt it passes.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { lastUserText } from '../body-texts/request-text.ts'
import type { Check, CheckResult } from '../check.ts'
import {
  detectLanguages,
  isLongEnough,
  languagesOfPrompt,
  namesLanguage,
  normalizeLanguage,
  sampleText,
} from '../detect/language/detect-languages.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'

const errorResult = (reason: string): CheckResult => ({ passed: false, error: true, reason })
const TOO_SHORT = errorResult('The text is too short to detect its language.')
const AMBIGUOUS = errorResult('The language of the text could not be detected.')
const NO_DETECTOR = errorResult('The language detector could not be loaded.')

const undecided = (reason: string): CheckResult => ({ passed: true, reason })
const NOTHING_TO_COMPARE = undecided('The language of a prompt is compared only with that of its reply.')
const NO_LANGUAGE_OF_REPLY = undecided('The language of the reply is undecided.')
const NO_LANGUAGE_OF_PROMPT = undecided('The language of the prompt is undecided.')
const NAMED_IN_PROMPT = undecided('The prompt names the language of the reply.')

export const language: Check<CheckParameters['default.language']> = {
  link: ({ language: listed = [], sameAsPrompt, not }) => {
    const names = new Set(listed.map(normalizeLanguage))
    const loading = import('eld/extrasmall').then(
      ({ eld }) => eld,
      () => undefined,
    )
    return async input => {
      const { texts, side } = input
      if (texts.length === 0) return NO_TEXT_RESULT
      if (side === 'request' && names.size === 0) return NOTHING_TO_COMPARE
      const samples = sampleText(joinTexts(texts)).filter(isLongEnough)
      if (samples.length === 0) return sameAsPrompt ? NO_LANGUAGE_OF_REPLY : TOO_SHORT
      const detector = await loading
      if (detector === undefined) return NO_DETECTOR
      const detected = detectLanguages(detector, samples)
      if (detected.length === 0) return sameAsPrompt ? NO_LANGUAGE_OF_REPLY : AMBIGUOUS
      const mostFrequent = mostFrequentOf(detected)
      const facts = { language: mostFrequent }
      const isListed = isMostly(detected, name => names.has(name))
      const found = `The text is ${isListed ? '' : 'not '}in a listed language`
      if (isListed || !sameAsPrompt || side === 'request') return conditionResult(isListed, not, found, facts)
      const prompt = lastUserText(input) ?? ''
      const allowed = languagesOfPrompt(detector, prompt)
      if (allowed.size === 0) return { ...NO_LANGUAGE_OF_PROMPT, facts }
      const isSame = isMostly(detected, name => allowed.has(name))
      if (!isSame && namesLanguage(prompt, mostFrequent, allowed)) return { ...NAMED_IN_PROMPT, facts }
      return conditionResult(
        isSame,
        not,
        `The reply is ${isSame ? '' : 'not '}in the language of the prompt`,
        facts,
      )
    }
  },
}

const isMostly = (names: readonly string[], accepts: (name: string) => boolean): boolean =>
  names.filter(accepts).length * 2 >= names.length

function mostFrequentOf(names: readonly string[]): string {
  const count = (name: string): number => names.filter(each => each === name).length
  return names.reduce((mostFrequent, name) => (count(name) > count(mostFrequent) ? name : mostFrequent))
}
