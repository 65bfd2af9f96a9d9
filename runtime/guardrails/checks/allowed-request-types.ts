// default.allowedRequestTypes: which endpoints may be called. Both lists accept endpoint paths (chat/completions),
// the ecosystem's names (chatComplete) and `*`; a blocked endpoint stays blocked even if it is also allowed.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkNames } from '../judging/name-list.ts'
import { typeName, typesOf } from '../judging/request-types.ts'

export const allowedRequestTypes: Check<CheckParameters['default.allowedRequestTypes']> = {
  link: ({ allowedTypes, blockedTypes }) => {
    const isAllowed = allowedTypes.length === 0 ? () => true : linkNames(allowedTypes.map(typeName))
    const isBlocked = linkNames(blockedTypes.map(typeName))
    return subject => {
      const names = typesOf(subject)
      if (names.some(isBlocked)) return { passed: false, reason: 'The endpoint is blocked.' }
      return names.some(isAllowed)
        ? { passed: true, reason: 'The endpoint is allowed.' }
        : { passed: false, reason: 'The endpoint is not one of those allowed.' }
    }
  },
}
