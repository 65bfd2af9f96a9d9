// A condition matches requests that the conditions before it do not match, and that arrive at its strategy at all.

import type { Predicate } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { isSatisfiable, type SignedPredicate } from '../../analyse/satisfiable.ts'
import type { ConfigNode } from '../config-node.ts'
import { ownProperty } from '../json-values.ts'
import { type LoweredCondition, loweredConditions } from '../lowered-conditions.ts'
import { type RelatedConditions, relateConditions } from '../related-conditions.ts'
import type { Rule } from '../rule.ts'
import { type RuleContext, strategyMode } from '../rule-context.ts'

/** Conditions that one is compared with, of each kind: the nearest. */
const MAX_COMPARED = 16

export const conditionMatchesMore: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  const known = new Map<ConfigNode, RelatedConditions>()
  const conditionsAt = (node: ConfigNode): RelatedConditions => {
    const conditions = known.get(node) ?? relateConditions(loweredConditions(context, node))
    known.set(node, conditions)
    return conditions
  }
  for (const node of context.nodes) {
    const related = conditionsAt(node)
    const { conditions } = related
    const [first] = conditions
    if (first === undefined) continue
    const arrivals = arrivalsAt(context, node, conditionsAt)
    const undecided: LoweredCondition[] = []
    for (const [index, condition] of conditions.entries()) {
      const alone: SignedPredicate = { predicate: condition.predicate, holds: true }
      const { compared, isCutOff } = comparedWith(related, index)
      const missed = compared.map(unmet)
      if (compared.length + arrivals.length === 0 || isSatisfiable([alone]) === 'no') continue
      // The same query, or one after an empty query, is reported with what it repeats.
      if (compared.some(({ predicate }) => textOf(predicate) === textOf(condition.predicate))) continue
      const single = compared.find(each => isSatisfiable([alone, unmet(each)]) === 'no')
      if (single !== undefined)
        report(
          'unreachable-condition',
          condition.pointer,
          'Every request that this query matches is matched by a condition above it.',
          { notes: [{ at: single.pointer, message: 'it stops here' }] },
        )
      else if (missed.length > 1 && isSatisfiable([alone, ...missed]) === 'no')
        report(
          'unreachable-condition',
          condition.pointer,
          'Every request that this query matches is matched by one of the conditions above it.',
        )
      else if (arrivals.length > 0 && isSatisfiable([alone, ...missed, ...arrivals]) === 'no')
        report(
          'unreachable-condition',
          condition.pointer,
          'No request that arrives here matches this query: the conditions above this target decide it.',
        )
      else if (isCutOff) undecided.push(condition)
    }
    const [open, ...others] = undecided
    if (open !== undefined)
      report(
        'reachability-not-decided',
        open.pointer,
        `Whether this condition${others.length === 0 ? ' is' : ` and ${others.length} after it are`} reachable is not decided, because more than ${MAX_COMPARED} conditions above may match some of the same requests; the nearest ${MAX_COMPARED} do not match all of them.`,
      )
  }
}

const unmet = ({ predicate }: LoweredCondition): SignedPredicate => ({ predicate, holds: false })

/** The same text for queries that differ only in the order of their keys. */
const textOf = (predicate: Predicate): string =>
  'of' in predicate
    ? `${predicate.test}(${predicate.of.map(textOf).sort().join()})`
    : canonicalJson(predicate)

/** The earlier conditions that may match some of the same requests: others leave open what this one matches. */
function comparedWith(
  { conditions, before }: RelatedConditions,
  index: number,
): { readonly compared: readonly LoweredCondition[]; readonly isCutOff: boolean } {
  const condition = conditions[index]
  const compared: LoweredCondition[] = []
  if (condition === undefined) return { compared, isCutOff: false }
  const most = 4 * MAX_COMPARED
  const related = before(index, most + 1)
  for (const each of related.slice(0, most)) {
    const both = [condition, each].map(({ predicate }) => ({ predicate, holds: true }))
    if (isSatisfiable(both) === 'no') continue
    if (compared.length === MAX_COMPARED) return { compared, isCutOff: true }
    compared.push(each)
  }
  return { compared, isCutOff: related.length > most }
}

/** What is known of the requests that arrive at a node, from the strategies above that choose it by conditions. */
function arrivalsAt(
  context: RuleContext,
  node: ConfigNode,
  conditionsAt: (node: ConfigNode) => RelatedConditions,
): readonly SignedPredicate[] {
  const { parent } = node
  if (parent === undefined) return []
  const above = arrivalsAt(context, parent, conditionsAt)
  if (strategyMode(context, parent) !== 'conditional') return above
  const name = ownProperty(node.value, 'name')
  const strategy = ownProperty(parent.value, 'strategy')
  const related = conditionsAt(parent)
  const { conditions } = related
  const list = ownProperty(strategy, 'conditions')
  // With a condition left out, what others miss is not known.
  if (!Array.isArray(list) || list.length !== conditions.length) return above
  const chosenBy = conditions.filter(({ then }) => then === name)
  const isDefault = ownProperty(strategy, 'default') === name
  const [only, ...others] = chosenBy
  if (only === undefined)
    return isDefault ? [...above, ...conditions.slice(0, MAX_COMPARED).map(unmet)] : above
  if (isDefault || others.length > 0) return above
  const { compared: earlier } = comparedWith(related, conditions.indexOf(only))
  return [...above, { predicate: only.predicate, holds: true }, ...earlier.map(unmet)]
}
