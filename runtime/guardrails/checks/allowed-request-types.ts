// default.allowedRequestTypes: which endpoints may be called. Both lists accept endpoint paths (chat/completions),
// the ecosystem's names (chatComplete) and `*`; a blocked endpoint stays blocked even if it is also allowed.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Check } from '../check.ts'
import { metadataList } from './shared/metadata-value.ts'
import { linkNamePatterns } from './shared/name-patterns.ts'
import { endpointName, isKnownName, requestTypes } from './shared/request-types.ts'

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
      const blocked = blockedByMetadata.filter(name => name !== '').map(endpointName)
      if (names.some(linkNamePatterns(blocked)))
        return { passed: false, reason: 'The endpoint is blocked by the metadata.' }
      if (!names.some(isAllowed))
        return { passed: false, reason: 'The endpoint is not one of those allowed.' }
      const unknown = blocked.filter(name => !isKnownName(name)).length
      return unknown === 0
        ? { passed: true, reason: 'The endpoint is allowed.' }
        : {
            passed: true,
            reason: `The endpoint is allowed; "${BLOCKED}" of the metadata has ${pluralize(unknown, 'unknown name')}.`,
            facts: { unknown },
          }
    }
  },
}
