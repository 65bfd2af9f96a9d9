// Status sets as a lookup table: one access per reply, however many ranges a config lists.
import type { StatusSet } from '../../../schemas/generated/types.ts'

/** What a status outside of HTTP's range counts as (RFC 9110, section 15). */
const UNKNOWN = 500

/** True for the statuses of the set. */
export type StatusPredicate = (status: number) => boolean

export function linkStatusSet(set: StatusSet): StatusPredicate {
  const table = new Uint8Array(600)
  for (const [from, to] of set) table.fill(1, from, to + 1)
  return status => table[status < 600 ? status : UNKNOWN] === 1
}
