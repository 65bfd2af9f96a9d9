// Status sets as a lookup table: one access per reply, however many ranges a config lists. What triggers by the kind of its error is
// read only where a plan lists kinds.
import type { Trigger } from '../../../compiler/plan/trigger.ts'
import type { StatusSet } from '../../../schemas/generated/types.ts'
import type { Reply } from '../../values/call.ts'
import type { LinkErrorKinds } from '../link-context.ts'

/** What a status outside of HTTP's range counts as (RFC 9110, section 15). */
const UNKNOWN = 500

/** True for the statuses of the set. */
export type StatusPredicate = (status: number) => boolean

export function linkStatusSet(set: StatusSet): StatusPredicate {
  const table = new Uint8Array(600)
  for (const [from, to] of set) table.fill(1, from, to + 1)
  return status => table[status < 600 ? status : UNKNOWN] === 1
}

/** Why a reply triggers: `status 429`, `status 400 (context_length)`. Undefined for one that does not. */
export type LinkedTrigger = (reply: Reply) => string | undefined

export function linkTrigger(
  onStatus: Trigger['onStatus'],
  onErrors: Trigger['onErrors'] | undefined,
  linkErrorKinds: LinkErrorKinds,
): LinkedTrigger {
  const isListed = linkStatusSet(onStatus)
  if (onErrors === undefined) return ({ status }) => (isListed(status) ? `status ${status}` : undefined)
  const kindOf = linkErrorKinds(onErrors)
  return reply => {
    const kind = kindOf(reply)
    if (kind !== undefined) return `status ${reply.status} (${kind})`
    return isListed(reply.status) ? `status ${reply.status}` : undefined
  }
}
