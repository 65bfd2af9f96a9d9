// default.modelRules: request metadata determine the allowed models. The models of all matching pairs are combined
// and replace `defaults`; without a match or defaults, no model is allowed.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { isUnreadable, metadataValue } from './shared/metadata-value.ts'
import { linkNamePatterns } from './shared/name-patterns.ts'

export const modelRules: Check<CheckParameters['default.modelRules']> = {
  link: ({ rules: { defaults = [], metadata = {} }, not }) => {
    const isDefault = linkNamePatterns(defaults)
    const byKey = Object.entries(metadata).map(([key, lists]) => {
      const tests = new Map(Object.entries(lists).map(([value, models]) => [value, linkNamePatterns(models)]))
      return { key, tests }
    })
    return input => {
      const { model } = input
      if (model === undefined) return conditionResult(false, not, 'The request names no model')
      if (byKey.some(({ key }) => isUnreadable(input.metadata, key)))
        return limitExceeded(
          'A value of the metadata that the rules name is not a string, number or boolean.',
        )
      const tests = byKey.flatMap(({ key, tests }) => {
        const value = metadataValue(input.metadata, key)
        return value === undefined ? [] : (tests.get(value) ?? [])
      })
      const isMatch = tests.length === 0 ? isDefault(model) : tests.some(isListed => isListed(model))
      const rule = tests.length === 0 ? 'the defaults' : 'the rules for its metadata'
      return conditionResult(isMatch, not, `The model is ${isMatch ? '' : 'not '}one that ${rule} name`, {
        rules: tests.length,
      })
    }
  },
}
