// The OAuth token response of an identity service.
import { type Failure, failure } from '../../failures.ts'
import { vendorError } from './error.ts'
import { asObject, asText, isObject } from './json.ts'

/** Default lifetime in seconds of a token without `expires_in`. */
const HOLDS = 3600

/** The token with its expiry in milliseconds, or why there is none. `issuer` starts the error message: `Google`. */
export function readAccessToken(
  giver: string,
  status: number,
  body: unknown,
  now: number,
): { readonly token: string; readonly expiresAt: number } | Failure {
  const answer = asObject(body)
  const token = asText(answer['access_token'])
  // Some services send the number as a string.
  const seconds = Number(answer['expires_in'] ?? HOLDS)
  if (status === 200 && token !== undefined)
    return { token, expiresAt: now + (seconds >= 0 ? seconds : HOLDS) * 1000 }
  const reason =
    asText(answer['error_description']) ??
    (isObject(body) || typeof body === 'string' ? vendorError(body, status).message : `Status ${status}.`)
  return failure('invalid_upstream_reply', `${giver} returned no token: ${reason}`)
}
