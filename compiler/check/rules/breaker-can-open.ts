// A circuit breaker is configured knowing which codes it ignores, and it can open at all.
import { counted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { isList, own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { has, objectOf } from '../site.ts'

/** Failures per second that one process cannot reach with one target. */
const MOST_A_SECOND = 100_000

export const breakerCanOpen: Rule = ({ sites }, tell) => {
  for (const site of sites) {
    const breaker = objectOf(site, 'cb_config')
    if (breaker === undefined || !has(site, 'cb_config')) continue
    const at = child(site.pointer, 'cb_config')
    const codes = own(breaker, 'failure_status_codes')
    const threshold = own(breaker, 'failure_threshold')
    const cooldown = own(breaker, 'cooldown_interval')
    if (codes === undefined)
      tell(
        'breaker-leaves-out-codes',
        { key: at },
        'By default status codes 501 to 599 count as failures, and 429 and 500 do not. List them in "failure_status_codes" if they should.',
      )
    if (isList(codes) && codes.length === 0)
      tell(
        'breaker-leaves-out-codes',
        child(at, 'failure_status_codes'),
        'The list is empty, so only network failures and timeouts count.',
      )
    if (typeof threshold !== 'number' || typeof cooldown !== 'number') continue
    if (threshold > (cooldown / 1000) * MOST_A_SECOND)
      tell(
        'breaker-never-opens',
        child(at, 'failure_threshold'),
        `The circuit would open after ${counted(threshold, 'failure')} within ${counted(cooldown / 1000, 'second')}, a rate that no target can reach.`,
      )
  }
}
