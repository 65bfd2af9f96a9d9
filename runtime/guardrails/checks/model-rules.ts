// default.modelRules: request metadata determine the allowed models. The models of all matching pairs are combined
// and replace `defaults`; without a match or defaults, no model is allowed.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { metadataValue } from '../judging/metadata-value.ts'
import { linkNames } from '../judging/name-list.ts'
import { outcome } from '../judging/outcome.ts'

export const modelRules: Check<CheckParameters['default.modelRules']> = {
  link: ({ rules: { defaults = [], metadata = {} }, not }) => {
    const isDefault = linkNames(defaults)
    const byKey = Object.entries(metadata).map(([key, lists]) => {
      const tests = new Map(Object.entries(lists).map(([value, models]) => [value, linkNames(models)]))
      return { key, tests }
    })
    return subject => {
      const { model } = subject
      if (model === undefined) return outcome(false, not, 'The request names no model')
      const tests = byKey.flatMap(({ key, tests }) => {
        const value = metadataValue(subject.metadata, key)
        return value === undefined ? [] : (tests.get(value) ?? [])
      })
      const holds = tests.length === 0 ? isDefault(model) : tests.some(isListed => isListed(model))
      const rule = tests.length === 0 ? 'the defaults' : 'the rules for its metadata'
      return outcome(holds, not, `The model is ${holds ? '' : 'not '}one that ${rule} name`, {
        rules: tests.length,
      })
    }
  },
}
