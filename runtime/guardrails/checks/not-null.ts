// default.notNull: somebody said something. Unlike other checks it fails where there is no text at all.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { outcome } from '../judging/outcome.ts'

/** What programs write in the place of an answer that they do not have. */
const NOTHING = /^(null|undefined|none|nil|nan|\{\}|\[\]|""|'')?$/i

export const notNull: Check<CheckParameters['default.notNull']> = {
  link:
    ({ not }) =>
    ({ texts }) => {
      const holds = texts.some(text => !NOTHING.test(text.trim()))
      const found = holds
        ? 'There is a text'
        : texts.length === 0
          ? 'There is no text'
          : 'The text says nothing'
      return outcome(holds, not, found)
    },
}
