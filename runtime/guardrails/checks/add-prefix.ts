// default.addPrefix: rewrites the request. When no text can take a prefix (images, files, token arrays) the
// request stays unchanged and the reason states it.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { prefixRequest } from './rewrite/prefix-request.ts'

export const addPrefix: Check<CheckParameters['default.addPrefix']> = {
  link:
    parameters =>
    ({ endpoint, request }) => {
      const body = request === undefined ? undefined : prefixRequest(endpoint, request, parameters)
      return body === undefined
        ? { passed: true, reason: 'The request has no place for the prefix.' }
        : { passed: true, reason: 'The prefix was added.', body }
    },
}
