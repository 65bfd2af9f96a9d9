// Limits of requests in flight count requests.

/** Why a rate limit of this type and unit cannot hold, in a sentence; undefined if it can. */
export const tokensInFlight = (type: unknown, unit: unknown): string | undefined =>
  unit === 'concurrent' && type === 'tokens'
    ? 'Tokens in flight are not counted: a limit with the unit "concurrent" has the type "requests".'
    : undefined
