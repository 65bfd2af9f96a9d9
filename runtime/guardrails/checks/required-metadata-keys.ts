// default.requiredMetadataKeys: the request has metadata with these keys, whatever their values.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { quoted } from '../../failures.ts'
import type { Check } from '../check.ts'
import { outcome } from '../judging/outcome.ts'
import { foundOf, isEnough } from '../judging/some-of.ts'

export const requiredMetadataKeys: Check<CheckParameters['default.requiredMetadataKeys']> = {
  link:
    ({ metadataKeys, operator, not }) =>
    ({ metadata }) => {
      const missing = metadataKeys.filter(key => !Object.hasOwn(metadata, key))
      const found = metadataKeys.length - missing.length
      return outcome(
        isEnough(operator, found, metadataKeys.length),
        not,
        operator === 'all' && missing.length > 0
          ? `The metadata lack ${named(missing)}`
          : `The metadata have ${foundOf(operator, found, metadataKeys.length, 'key')}`,
        { found, keys: metadataKeys.length, ...(operator === 'all' ? { missing } : {}) },
      )
    },
}

/** Maximum number of keys in a sentence. */
const MOST_NAMED = 5

/** The first keys, and how many more there are; all are from the config. */
function named(keys: readonly string[]): string {
  const shown = keys.slice(0, MOST_NAMED).map(quoted).join(', ')
  return keys.length > MOST_NAMED ? `${shown} and ${keys.length - MOST_NAMED} more` : shown
}
