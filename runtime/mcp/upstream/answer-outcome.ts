// What an answer of a server comes to: its outcome, or why there is none, with what the person who calls can do about it.
import { headerValue } from '../../values/headers.ts'
import { failedOutcome, faulty, INTERNAL_ERROR } from '../messages/fault.ts'
import { MISSING, type RpcOutcome } from '../messages/message.ts'
import type { Answer } from './await-answer.ts'
import type { ServerAddress } from './server-address.ts'

/** The outcome of an answer; a failure for a reply without one. */
export function outcomeOf(
  { outcome, failure, status, headers, instead = 'no answer' }: Answer,
  { slug, auth }: ServerAddress,
): RpcOutcome {
  const challenge = status === 403 ? (headerValue(headers, 'www-authenticate') ?? '') : ''
  if (/\berror="?insufficient_scope\b/i.test(challenge))
    return scopesMissing(slug, auth.perSubject, scopesIn(challenge))
  if (outcome !== undefined) return outcome
  if (failure !== undefined) return failedOutcome(failure)
  if (status === 401 || status === 403)
    return faulty(
      502,
      `The MCP server "${slug}" does not accept the credential of the gateway (status ${status}).`,
      {
        code: 'upstream_unauthorized',
      },
    )
  return faulty(INTERNAL_ERROR, `The MCP server "${slug}" replied with status ${status} and ${instead}.`)
}

/** The scopes that a server wants (RFC 6750); nothing else of its reply is passed on. */
const scopesIn = (challenge: string): string =>
  /[\s,]scope="([!#-[\]-~ ]{1,500})"/i.exec(challenge)?.[1]?.trim() ?? ''

function scopesMissing(slug: string, perSubject: boolean, scopes: string): RpcOutcome {
  const wanted = scopes === '' ? 'further scopes' : `the scopes ${scopes}`
  const advice = perSubject
    ? 'The operator of the gateway must add them to "scopes" of its OAuth settings; users are then prompted to allow them.'
    : 'The operator of the gateway must grant them to its credential.'
  const list = scopes === '' ? [] : scopes.split(/ +/)
  const { fault } = faulty(403, `The MCP server "${slug}" wants ${wanted} for this call. ${advice}`, {
    code: 'insufficient_scope',
    param: slug,
    ...(list.length > 0 && { scopes: list }),
  })
  // The person can allow what has a name.
  return { fault: list.length === 0 ? fault : { ...fault, [MISSING]: { slug, scopes: list } } }
}
