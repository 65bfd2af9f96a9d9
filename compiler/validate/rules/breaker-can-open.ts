// A circuit breaker is configured knowing which codes it ignores, and it can open at all.
import { pluralize } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { hasProperty, objectProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

/** Failures per second that one process cannot reach with one target. */
const MAX_FAILURES_PER_SECOND = 100_000

export const breakerCanOpen: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    const breaker = objectProperty(node, 'cb_config')
    if (breaker === undefined || !hasProperty(node, 'cb_config')) continue
    const at = childPointer(node.pointer, 'cb_config')
    const codes = ownProperty(breaker, 'failure_status_codes')
    const threshold = ownProperty(breaker, 'failure_threshold')
    const cooldown = ownProperty(breaker, 'cooldown_interval')
    if (codes === undefined)
      report(
        'breaker-leaves-out-codes',
        { key: at },
        'By default status codes 501 to 599 count as failures, and 429 and 500 do not. List them in "failure_status_codes" if they should.',
      )
    if (isJsonArray(codes) && codes.length === 0)
      report(
        'breaker-leaves-out-codes',
        childPointer(at, 'failure_status_codes'),
        'The list is empty, so only network failures and timeouts count.',
      )
    if (typeof threshold !== 'number' || typeof cooldown !== 'number') continue
    if (threshold > (cooldown / 1000) * MAX_FAILURES_PER_SECOND)
      report(
        'breaker-never-opens',
        childPointer(at, 'failure_threshold'),
        `The circuit would open after ${pluralize(threshold, 'failure')} within ${pluralize(cooldown / 1000, 'second')}, a rate that no target can reach.`,
      )
  }
}
