// The OAuth token response of an identity service.

import { asObject, asText, isObject } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'
import { classifyTokenRefusal } from '../values/token-refusal.ts'
import { vendorError } from './error.ts'

/** Default lifetime in seconds of a token without `expires_in`. */
const DEFAULT_LIFETIME = 3600

/** The token with its expiry in milliseconds, or the failure. `issuer` starts the error message: `Google`. */
export function readAccessToken(
  issuer: string,
  status: number,
  body: unknown,
  now: number,
): { readonly token: string; readonly expiresAt: number } | Failure {
  const reply = asObject(body)
  const token = asText(reply['access_token'])
  // Some services send the number as a string.
  const seconds = Number(reply['expires_in'] ?? DEFAULT_LIFETIME)
  if (status === 200 && token !== undefined)
    return { token, expiresAt: now + (seconds >= 0 ? seconds : DEFAULT_LIFETIME) * 1000 }
  const reason =
    asText(reply['error_description']) ??
    (isObject(body) || typeof body === 'string' ? vendorError(body, status).message : `Status ${status}.`)
  return noToken(status, asText(reply['error']), `${issuer} returned no token: ${reason}`)
}

/**
 * A service that has not issued a token: it is unavailable, or it rejects the credential, which only its owner can
 * correct.
 */
export const noToken = (status: number, error: string | undefined, message: string): Failure =>
  failure(
    status >= 400 && classifyTokenRefusal(status, error) === 'transient'
      ? 'upstream_unreachable'
      : 'invalid_upstream_reply',
    message,
  )
