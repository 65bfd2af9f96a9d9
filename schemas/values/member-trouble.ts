// Statuses of a reply that are a member's own trouble, so that a pool sends the request on to the next member: its credential, its quota, a
// model that it lacks, its servers. All others are about the request.

/** Below 500: unauthorized, payment required, forbidden, not found, timeout, too many requests. */
export const MEMBER_TROUBLE: readonly number[] = [401, 402, 403, 404, 408, 429]

export const isMemberTrouble = (status: number): boolean => status >= 500 || MEMBER_TROUBLE.includes(status)
