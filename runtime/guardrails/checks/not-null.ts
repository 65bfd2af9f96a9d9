// default.notNull: there is some text. Unlike other checks it fails when there is none at all.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { conditionResult } from '../result.ts'

/** What programs print in place of a missing value. */
const EMPTY_VALUE = /^(null|undefined|none|nil|nan|\{\}|\[\]|""|'')?$/i

export const notNull: Check<CheckParameters['default.notNull']> = {
  link:
    ({ not }) =>
    ({ texts }) => {
      const hasText = texts.some(text => !EMPTY_VALUE.test(text.trim()))
      const found = hasText
        ? 'There is a text'
        : texts.length === 0
          ? 'There is no text'
          : 'The text is empty'
      return conditionResult(hasText, not, found)
    },
}
