// A circuit breaker is configured knowing which codes it ignores, and it can open at all.
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, hasProperty, isLeaf, objectProperty } from '../nodes/config-node.ts'
import { effectiveOverrides } from '../nodes/overrides.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'
import { REFUSALS } from './status-codes-are-failures.ts'

/** Failures per second that one process cannot reach with one target. */
const MAX_FAILURES_PER_SECOND = 100_000

/** Refusals for which a request is to blame, not the target or its credential. */
const OF_THE_REQUEST: ReadonlySet<number> = new Set([400, 404, 405, 413, 415, 422])

/** A model that is not found is then that of the config. */
const forcesModels = (node: ConfigNode, known: Map<ConfigNode, JsonObject>): boolean =>
  isLeaf(node)
    ? effectiveOverrides(node, known)['model'] !== undefined
    : node.targets.every(target => forcesModels(target, known))

export const breakerCanOpen: Rule = ({ nodes, structure }, report) => {
  const known = new Map<ConfigNode, JsonObject>()
  for (const node of nodes) {
    const breaker = objectProperty(node, 'cb_config')
    if (breaker === undefined || !hasProperty(node, 'cb_config')) continue
    const at = childPointer(node.pointer, 'cb_config')
    const codes = ownProperty(breaker, 'failure_status_codes')
    const threshold = ownProperty(breaker, 'failure_threshold')
    const cooldown = ownProperty(breaker, 'cooldown_interval')
    if (!structure.intendedNames(at, breaker).has('failure_status_codes'))
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
    for (const [index, code] of isJsonArray(codes) ? codes.entries() : [])
      if (
        typeof code === 'number' &&
        OF_THE_REQUEST.has(code) &&
        !(code === 404 && forcesModels(node, known))
      )
        report(
          'breaker-counts-refusals',
          childPointer(childPointer(at, 'failure_status_codes'), index),
          `${code} means that ${REFUSALS[code]}: a client with wrong requests would open the circuit for all others.`,
        )
    if (typeof threshold !== 'number' || typeof cooldown !== 'number') continue
    if (structure.reported.has(childPointer(at, 'cooldown_interval'))) continue
    if (threshold > (cooldown / 1000) * MAX_FAILURES_PER_SECOND)
      report(
        'breaker-never-opens',
        childPointer(at, 'failure_threshold'),
        `The circuit would open after ${pluralize(threshold, 'failure')} within ${pluralize(cooldown / 1000, 'second')}, a rate that no target can reach.`,
      )
  }
}
