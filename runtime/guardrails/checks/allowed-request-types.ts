// default.allowedRequestTypes: which endpoints may be called. Both lists accept endpoint paths (chat/completions),
// the ecosystem's names (chatComplete) and `*`; a blocked endpoint stays blocked even if it is also allowed.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkNamePatterns } from './shared/name-patterns.ts'
import { endpointName, requestTypes } from './shared/request-types.ts'

export const allowedRequestTypes: Check<CheckParameters['default.allowedRequestTypes']> = {
  link: ({ allowedTypes, blockedTypes }) => {
    const isAllowed =
      allowedTypes.length === 0 ? () => true : linkNamePatterns(allowedTypes.map(endpointName))
    const isBlocked = linkNamePatterns(blockedTypes.map(endpointName))
    return input => {
      const names = requestTypes(input)
      if (names.some(isBlocked)) return { passed: false, reason: 'The endpoint is blocked.' }
      return names.some(isAllowed)
        ? { passed: true, reason: 'The endpoint is allowed.' }
        : { passed: false, reason: 'The endpoint is not one of those allowed.' }
    }
  },
}
