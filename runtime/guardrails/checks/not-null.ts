// default.notNull: there is some text. Unlike other checks it fails when there is none at all.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { outcome } from '../judging/outcome.ts'

/** What programs print in place of a missing value. */
const NOTHING = /^(null|undefined|none|nil|nan|\{\}|\[\]|""|'')?$/i

export const notNull: Check<CheckParameters['default.notNull']> = {
  link:
    ({ not }) =>
    ({ texts }) => {
      const holds = texts.some(text => !NOTHING.test(text.trim()))
      const found = holds ? 'There is a text' : texts.length === 0 ? 'There is no text' : 'The text is empty'
      return outcome(holds, not, found)
    },
}
