// default.modelWhitelist: the model requested from the target is on the list. A request without a model fails.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkNames } from '../judging/name-list.ts'
import { outcome } from '../judging/outcome.ts'

export const modelWhitelist: Check<CheckParameters['default.modelWhitelist']> = {
  link: ({ models, not }) => {
    const isListed = linkNames(models)
    return ({ model }) => {
      if (model === undefined) return outcome(false, not, 'The request names no model')
      const holds = isListed(model)
      return outcome(holds, not, `The model is ${holds ? '' : 'not '}on the list`)
    }
  },
}
