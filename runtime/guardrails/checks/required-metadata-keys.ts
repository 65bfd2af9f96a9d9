// default.requiredMetadataKeys: the request has metadata with these keys, whatever their values.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { quoted } from '../../values/failures.ts'
import type { Check } from '../check.ts'
import { conditionResult } from '../result.ts'
import { describeCount, satisfies } from './shared/operator.ts'

export const requiredMetadataKeys: Check<CheckParameters['default.requiredMetadataKeys']> = {
  link:
    ({ metadataKeys, operator, not }) =>
    ({ metadata }) => {
      const missing = metadataKeys.filter(key => !Object.hasOwn(metadata, key))
      const found = metadataKeys.length - missing.length
      return conditionResult(
        satisfies(operator, found, metadataKeys.length),
        not,
        operator === 'all' && missing.length > 0
          ? `The metadata lacks ${formatKeys(missing)}`
          : `The metadata has ${describeCount(operator, found, metadataKeys.length, 'key')}`,
        { found, keys: metadataKeys.length, ...(operator === 'all' ? { missing } : {}) },
      )
    },
}

/** Maximum number of keys in a sentence. */
const MAX_NAMED = 5

/** The first keys, and how many more there are; all are from the config. */
function formatKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, MAX_NAMED).map(quoted).join(', ')
  return keys.length > MAX_NAMED ? `${shown} and ${keys.length - MAX_NAMED} more` : shown
}
