// The moods of an authorization server: how it answers requests for tokens.
import type { AuthorityReply } from '../../../runtime/control/mcp-oauth/call-authority.ts'
import { type Failure, failure } from '../../../runtime/values/failures.ts'

/** What the authorization server does with a request besides what it should. */
export type AuthorityMood = 'well' | 'loses-replies' | AuthorityReply | Failure

export const reply = (status: number, json: object = {}, headers: readonly string[] = []) => ({
  status,
  headers,
  json: json as never,
})
export const MOODS: Readonly<Record<string, AuthorityMood>> = {
  well: 'well',
  'loses replies': 'loses-replies',
  'status 429 with a wait': reply(429, {}, ['retry-after', '40']),
  'status 408': reply(408),
  'status 503': reply(503),
  'status 500 with invalid_grant': reply(500, { error: 'invalid_grant' }),
  temporarily_unavailable: reply(400, { error: 'temporarily_unavailable' }),
  'status 200 without JSON': reply(200),
  'status 200 without a token': reply(200, { token_type: 'Bearer' }),
  'no connection': failure('upstream_unreachable', 'Refused.', { cause: 'refused' }),
  invalid_client: reply(401, { error: 'invalid_client' }),
  unauthorized_client: reply(400, { error: 'unauthorized_client' }),
  'status 401': reply(401),
  'status 403': reply(403),
  'status 404': reply(404),
  'status 302': reply(302),
}
