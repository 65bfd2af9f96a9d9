// default.requiredMetadataKeyPairs: the request has these metadata. Values are compared as strings, so that a number
// in a config equals the string in a header. The reason names keys, never values.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { isUnreadable, metadataValue } from './shared/metadata-value.ts'
import { describeCount, satisfies } from './shared/operator.ts'

export const requiredMetadataKeyPairs: Check<CheckParameters['default.requiredMetadataKeyPairs']> = {
  link: ({ metadataPairs, operator, not }) => {
    const pairs = Object.entries(metadataPairs).map(([key, value]) => [key, String(value)] as const)
    return ({ metadata }) => {
      if (pairs.some(([key]) => isUnreadable(metadata, key)))
        return limitExceeded('A value of the metadata is not a string, number or boolean.')
      const missing = pairs
        .filter(([key, value]) => metadataValue(metadata, key) !== value)
        .map(([key]) => key)
      const found = pairs.length - missing.length
      return conditionResult(
        satisfies(operator, found, pairs.length),
        not,
        `The metadata has ${describeCount(operator, found, pairs.length, 'pair')}`,
        { found, pairs: pairs.length, ...(operator === 'all' ? { missing } : {}) },
      )
    }
  },
}
