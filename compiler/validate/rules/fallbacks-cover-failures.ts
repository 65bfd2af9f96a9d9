// A fallback with a list of status codes or kinds of errors is configured knowing which failures without a reply the list leaves out.
import { joinNames } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { hasProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'
import { listedKinds } from '../nodes/trigger-lists.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

/** What has the status though no provider replied with it. */
const TIMEOUTS = [408, 'timeout', 'timeouts (408)'] as const
const NETWORK_FAILURES = [502, 'connection', 'network failures (502)'] as const
const OPEN_CIRCUITS = [503, 'overloaded', 'open circuits that cannot be skipped (503)'] as const

export const fallbacksCoverFailures: Rule = (context, report) => {
  const { nodes, structure } = context
  const hasCircuits = nodes.some(node => hasProperty(node, 'cb_config'))
  for (const node of nodes) {
    if (strategyMode(context, node) !== 'fallback') continue
    const strategy = ownProperty(node.value, 'strategy')
    const inner = ownProperty(strategy, 'on_status_codes')
    const codes = inner ?? ownProperty(node.value, 'on_status_codes')
    const kinds = listedKinds(strategy)
    // What an unknown kind was meant to be is not known.
    const named = childPointer(childPointer(node.pointer, 'strategy'), 'on_errors')
    if (kinds.some((_, index) => structure.reported.has(childPointer(named, String(index))))) continue
    const listed = isJsonArray(codes) ? codes : []
    if (listed.length + kinds.length === 0 || !listed.every(Number.isInteger)) continue
    const failures = [TIMEOUTS, NETWORK_FAILURES, ...(hasCircuits ? [OPEN_CIRCUITS] : [])]
    const missing = failures.flatMap(([status, kind, name]) =>
      listed.includes(status) || kinds.includes(kind) ? [] : [name],
    )
    if (missing.length === 0) continue
    const isOuter = inner === undefined && codes !== undefined
    const holder = isOuter ? node.pointer : childPointer(node.pointer, 'strategy')
    report(
      'fallback-leaves-out-failures',
      childPointer(holder, codes === undefined ? 'on_errors' : 'on_status_codes'),
      `${codes !== undefined && kinds.length > 0 ? 'The lists replace' : 'The list replaces'} the default, so there is no fallback after ${joinNames(missing, 'and')}.`,
    )
  }
}
