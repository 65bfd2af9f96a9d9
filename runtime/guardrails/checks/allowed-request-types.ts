// default.allowedRequestTypes: which endpoints may be called. Both lists accept endpoint paths (chat/completions),
// the ecosystem's names (chatComplete) and `*`; a blocked endpoint stays blocked even if it is also allowed.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { metadataList } from './shared/metadata-value.ts'
import { linkNamePatterns } from './shared/name-patterns.ts'
import { endpointName, requestTypes } from './shared/request-types.ts'

/** The metadata that block more endpoints; a caller can only tighten the check by them. */
const BLOCKED = 'blocked_endpoints'

export const allowedRequestTypes: Check<CheckParameters['default.allowedRequestTypes']> = {
  link: ({ allowedTypes, blockedTypes }) => {
    const isAllowed =
      allowedTypes.length === 0 ? () => true : linkNamePatterns(allowedTypes.map(endpointName))
    const isBlocked = linkNamePatterns(blockedTypes.map(endpointName))
    return input => {
      const names = requestTypes(input)
      if (names.some(isBlocked)) return { passed: false, reason: 'The endpoint is blocked.' }
      const blockedByMetadata = metadataList(input.metadata, BLOCKED)
      if (blockedByMetadata === undefined)
        return { passed: false, reason: `"${BLOCKED}" of the metadata is not a list of endpoints.` }
      if (blockedByMetadata.length > 0 && names.some(linkNamePatterns(blockedByMetadata.map(endpointName))))
        return { passed: false, reason: 'The endpoint is blocked by the metadata.' }
      return names.some(isAllowed)
        ? { passed: true, reason: 'The endpoint is allowed.' }
        : { passed: false, reason: 'The endpoint is not one of those allowed.' }
    }
  },
}
