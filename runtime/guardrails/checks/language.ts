// default.language: most of the text is in one of the languages. The detector and its n-gram table are loaded when a
// plan has this check. Short or ambiguous text is an error, not a verdict.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check, Finding } from '../check.ts'
import { joined, NO_TEXT } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'
import { nameOfLanguage } from '../language/names.ts'
import { isTelling, piecesOf } from '../language/pieces.ts'

const unjudged = (reason: string): Finding => ({ passed: false, erred: true, reason })
const TOO_SHORT = unjudged('The text is too short to detect its language.')
const UNSURE = unjudged('The language of the text could not be detected.')
const NO_DETECTOR = unjudged('The language detector could not be loaded.')

export const language: Check<CheckParameters['default.language']> = {
  link: ({ language: wanted, not }) => {
    const names = new Set(wanted.map(nameOfLanguage))
    const loading = import('eld/extrasmall').then(
      ({ eld }) => eld,
      () => undefined,
    )
    return async ({ texts }) => {
      if (texts.length === 0) return NO_TEXT
      const pieces = piecesOf(joined(texts)).filter(isTelling)
      if (pieces.length === 0) return TOO_SHORT
      const detector = await loading
      if (detector === undefined) return NO_DETECTOR
      const told = pieces
        .map(piece => detector.detect(piece))
        .filter(result => result.isReliable())
        .map(result => nameOfLanguage(result.language))
      if (told.length === 0) return UNSURE
      const right = told.filter(name => names.has(name)).length
      const most = mostOf(told)
      const holds = right * 2 >= told.length
      return outcome(holds, not, `The text is ${holds ? '' : 'not '}in a listed language`, {
        language: most,
      })
    }
  },
}

function mostOf(names: readonly string[]): string {
  const count = (name: string): number => names.filter(each => each === name).length
  return names.reduce((most, name) => (count(name) > count(most) ? name : most))
}
