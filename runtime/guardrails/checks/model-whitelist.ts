// default.modelWhitelist: the model requested from the target is on the list. A request without a model fails.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { conditionResult } from '../result.ts'
import { linkNamePatterns } from './shared/name-patterns.ts'

export const modelWhitelist: Check<CheckParameters['default.modelWhitelist']> = {
  link: ({ models, not }) => {
    const isListed = linkNamePatterns(models)
    return ({ model }) => {
      if (model === undefined) return conditionResult(false, not, 'The request names no model')
      const isMatch = isListed(model)
      return conditionResult(isMatch, not, `The model is ${isMatch ? '' : 'not '}on the list`)
    }
  },
}
