// Why a token endpoint issues no token: the grant has ended, the endpoint cannot answer now, or it refuses the client. Only the first
// ends anything; the second passes by itself, and the third needs the operator.

export type TokenRefusal = 'ended' | 'transient' | 'operator'

/** RFC 6749, section 5.2; GitHub and Slack have their own names for it. */
const ENDED: ReadonlySet<string> = new Set(['invalid_grant', 'bad_refresh_token', 'invalid_refresh_token'])

/** Errors of OAuth and of AWS that do not concern the client, whatever their status is. */
const TRANSIENT_ERROR =
  /^(?:temporarily_unavailable|server_error|slow_down|rate_limit(?:ed|_exceeded)?|ratelimited|too_many_requests|Throttl\w*|RequestThrottl\w*|TooManyRequests\w*|RequestLimitExceeded|RequestTimeout\w*|ServiceUnavailable\w*|InternalFailure|InternalError|IDPCommunicationError)$/

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 421, 425, 429])

/** Statuses that pass by themselves, also of services that are not token endpoints. */
export const isTransientStatus = (status: number): boolean => status >= 500 || TRANSIENT_STATUSES.has(status)

/** `error`: the error code of the reply. A reply that has neither an error nor a status of one is not a token response: transient. */
export function classifyTokenRefusal(status: number, error: string | undefined): TokenRefusal {
  if (isTransientStatus(status)) return 'transient'
  if (error !== undefined && ENDED.has(error)) return 'ended'
  if (error !== undefined && TRANSIENT_ERROR.test(error)) return 'transient'
  return status < 300 && error === undefined ? 'transient' : 'operator'
}
