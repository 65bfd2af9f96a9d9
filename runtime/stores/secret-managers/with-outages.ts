// Identity services say in one way that they are away, and that they refuse: a status tells the two apart.
import type { TokenRequest } from '../../values/authentication.ts'
import { failure, isFailure } from '../../values/failures.ts'

export const withOutages = (request: TokenRequest): TokenRequest => ({
  key: request.key,
  method: request.method,
  origin: request.origin,
  path: request.path,
  // Signed when it is sent.
  get headers() {
    return request.headers
  },
  body: request.body,
  read: (status, body, now) => {
    const result = request.read(status, body, now)
    return isFailure(result) && (status === 429 || status >= 500)
      ? failure('upstream_unreachable', result.message)
      : result
  },
})
