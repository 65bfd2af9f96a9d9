// Why an authorization server has issued no token, in the words of those who can act on it: the caller waits and retries, the person connects
// again, or the operator corrects a setting.
import { asText } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { retryAfter } from '../../values/retry-after.ts'
import { classifyTokenRefusal, type TokenRefusal } from '../../values/token-refusal.ts'
import type { AuthorityReply } from './call-authority.ts'

export interface TokenFault {
  readonly refusal: TokenRefusal
  /** The error code of the authorization server, its status, or the code of a failure. */
  readonly cause: string
  /** Milliseconds for which the server wants to be left alone. */
  readonly retryAfter: number | undefined
  readonly failure: Failure
}

/** Error codes are those of a remote party: others than simple words are not repeated. */
const SIMPLE = /^[\w. -]{1,64}$/

/** A reply that contains no usable token. */
export function refusedToken(slug: string, reply: AuthorityReply, now: number): TokenFault {
  const error = asText(reply.json['error'])
  const cause = error !== undefined && SIMPLE.test(error) ? error : `status ${reply.status}`
  const wait = retryAfter(reply, now)
  const refusal = classifyTokenRefusal(reply.status, error)
  return {
    refusal,
    cause,
    retryAfter: wait,
    failure: failure('connection_failed', sentenceOf(slug, refusal, cause, wait)),
  }
}

/** A request without a reply. Rules of the manifest do not change by waiting. */
export const unreachedAuthority = (reason: Failure): TokenFault => ({
  refusal: reason.code === 'blocked_host' ? 'operator' : 'transient',
  cause: reason.cause ?? reason.code,
  retryAfter: undefined,
  failure: reason,
})

function sentenceOf(slug: string, refusal: TokenRefusal, cause: string, wait: number | undefined): string {
  const authority = `The authorization server of the MCP server "${slug}"`
  if (refusal === 'ended') return `${authority} does not accept the account any more (${cause}).`
  if (refusal === 'operator')
    return `${authority} refuses the gateway (${cause}). An administrator of the gateway must correct its OAuth settings.`
  const retry = wait === undefined ? 'Retry later' : `Retry after ${Math.ceil(wait / 1000)} seconds`
  return cause === 'status 200'
    ? `${authority} sent no token that can be used. ${retry}.`
    : `${authority} cannot issue a token now (${cause}). ${retry}.`
}
