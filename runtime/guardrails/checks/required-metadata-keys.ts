// default.requiredMetadataKeys: the request comes with metadata under these keys, whatever their values.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
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
        `The metadata hold ${foundOf(operator, found, metadataKeys.length, 'key')}`,
        { found, keys: metadataKeys.length, ...(operator === 'all' ? { missing } : {}) },
      )
    },
}
