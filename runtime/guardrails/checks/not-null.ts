// default.notNull: there is some text. Unlike other checks it fails when there is none at all.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { withoutHidden } from '../detect/text/fold-text.ts'
import { conditionResult } from '../result.ts'

export const notNull: Check<CheckParameters['default.notNull']> = {
  // A bundle compiled before the parameter existed lacks it.
  link: ({ nullValues = [], not }) => {
    const empty = new Set(['', ...nullValues.map(value => value.trim().toLowerCase())])
    return ({ texts }) => {
      const hasText = texts.some(text => !empty.has(withoutHidden(text).trim().toLowerCase()))
      const found = hasText ? 'There is text' : texts.length === 0 ? 'There is no text' : 'The text is empty'
      return conditionResult(hasText, not, found)
    }
  },
}
