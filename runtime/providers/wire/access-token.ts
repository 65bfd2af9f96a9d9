// The answer of an identity service to a request for a token, which is the same for all that follow OAuth.
import { type Failure, failure } from '../../failures.ts'
import { vendorError } from './error.ts'
import { asObject, asText, isObject } from './json.ts'

/** Seconds for which a token holds that does not say how long. */
const HOLDS = 3600

/** The token with its end in milliseconds, or why there is none. `giver` begins the sentence: `Google`. */
export function readAccessToken(
  giver: string,
  status: number,
  body: unknown,
  now: number,
): { readonly token: string; readonly expiresAt: number } | Failure {
  const answer = asObject(body)
  const token = asText(answer['access_token'])
  // Some services write the number as a text.
  const seconds = Number(answer['expires_in'] ?? HOLDS)
  if (status === 200 && token !== undefined)
    return { token, expiresAt: now + (seconds >= 0 ? seconds : HOLDS) * 1000 }
  const reason =
    asText(answer['error_description']) ??
    (isObject(body) || typeof body === 'string' ? vendorError(body, status).message : `Status ${status}.`)
  return failure('invalid_upstream_reply', `${giver} gave no token: ${reason}`)
}
