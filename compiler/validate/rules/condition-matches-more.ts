// A condition matches requests that the conditions before it do not match, and that arrive at its strategy at all.

import type { ComparedPredicate, Predicate } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { isSatisfiable, type SignedPredicate } from '../../analyse/satisfiable.ts'
import type { ConfigNode } from '../config-node.ts'
import { ownProperty } from '../json-values.ts'
import { type LoweredCondition, loweredConditions } from '../lowered-conditions.ts'
import type { Rule } from '../rule.ts'
import { type RuleContext, strategyMode } from '../rule-context.ts'

/** Conditions that one is compared with, of each kind: the nearest. */
const MAX_COMPARED = 16

export const conditionMatchesMore: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  const known = new Map<ConfigNode, readonly LoweredCondition[]>()
  const conditionsAt = (node: ConfigNode): readonly LoweredCondition[] => {
    const conditions = known.get(node) ?? loweredConditions(context, node)
    known.set(node, conditions)
    return conditions
  }
  for (const node of context.nodes) {
    const conditions = conditionsAt(node)
    const [first] = conditions
    if (first === undefined) continue
    const { parts: arrivals, leftOut } = arrivalsAt(context, node, conditionsAt)
    const undecided: LoweredCondition[] = []
    const tooMany: LoweredCondition[] = []
    for (const [index, condition] of conditions.entries()) {
      const alone: SignedPredicate = { predicate: condition.predicate, holds: true }
      const { compared, isCutOff } = comparedWith(condition, conditions.slice(0, index))
      const missed = compared.map(unmet)
      if (compared.length + arrivals.length === 0) continue
      if (isSatisfiable([alone]) === 'no') continue
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
      else {
        const alsoMissed = missed.length > 1 ? isSatisfiable([alone, ...missed]) : 'yes'
        const arriving =
          alsoMissed !== 'no' && arrivals.length > 0 ? isSatisfiable([alone, ...missed, ...arrivals]) : 'yes'
        if (alsoMissed === 'no')
          report(
            'unreachable-condition',
            condition.pointer,
            'Every request that this query matches is matched by one of the conditions above it.',
          )
        else if (arriving === 'no')
          report(
            'unreachable-condition',
            condition.pointer,
            'No request that arrives here matches this query: the conditions above this target decide it.',
          )
        else if (isCutOff || leftOut.some(each => isRelatedTo(each, condition))) undecided.push(condition)
        else if ([alsoMissed, arriving].includes('not decided')) tooMany.push(condition)
      }
    }
    reportUndecided(
      undecided,
      `more than ${MAX_COMPARED} conditions above may match some of the same requests; the nearest ${MAX_COMPARED} do not match all of them`,
      report,
    )
    reportUndecided(tooMany, 'it and the conditions above have too many combinations', report)
  }
}

/** Once for all conditions of a strategy. */
function reportUndecided(
  [first, ...others]: readonly LoweredCondition[],
  because: string,
  report: Parameters<Rule>[1],
): void {
  if (first === undefined) return
  const named = others.length === 0 ? 'this condition is' : `this condition and ${others.length} after it are`
  report(
    'reachability-not-decided',
    first.pointer,
    `Whether ${named} reachable is not decided, because ${because}.`,
  )
}

const unmet = ({ predicate }: LoweredCondition): SignedPredicate => ({ predicate, holds: false })

/** The same text for queries that differ only in the order of their keys. */
const textOf = (predicate: Predicate): string =>
  'of' in predicate
    ? `${predicate.test}(${predicate.of.map(textOf).sort().join()})`
    : canonicalJson(predicate)

/** The earlier conditions that may match some of the same requests: others leave open what this one matches. */
function comparedWith(
  { predicate, fields }: LoweredCondition,
  earlier: readonly LoweredCondition[],
): { readonly compared: readonly LoweredCondition[]; readonly isCutOff: boolean } {
  const values = valuesOf(predicate)
  const compared: LoweredCondition[] = []
  let seen = 0
  for (let index = earlier.length - 1; index >= 0; index -= 1) {
    const each = earlier[index]
    if (each === undefined || !isRelated(each, fields, values)) continue
    seen += 1
    if (seen > 4 * MAX_COMPARED) return { compared, isCutOff: true }
    const both = [predicate, each.predicate].map(part => ({ predicate: part, holds: true }))
    if (isSatisfiable(both) === 'no') continue
    if (compared.length === MAX_COMPARED) return { compared, isCutOff: true }
    compared.push(each)
  }
  return { compared, isCutOff: false }
}

const isRelatedTo = (earlier: LoweredCondition, { predicate, fields }: LoweredCondition): boolean =>
  isRelated(earlier, fields, valuesOf(predicate))

/** Equality with a value is compared with queries that name the value, or all but it. */
function isRelated(
  earlier: LoweredCondition,
  fields: ReadonlySet<string>,
  values: ReadonlySet<unknown>,
): boolean {
  const { predicate } = earlier
  const only = onlyEquality(predicate)
  if (only !== undefined) return values.has(only.value) && fields.has(canonicalJson(only.field))
  return [...earlier.fields].some(field => fields.has(field))
}

function onlyEquality(predicate: Predicate): ComparedPredicate | undefined {
  if ('of' in predicate) {
    const [only, ...others] = predicate.of
    return only === undefined || others.length > 0 ? undefined : onlyEquality(only)
  }
  return predicate.test === 'equal' ? predicate : undefined
}

/** The values that a query names in equalities and lists. */
function valuesOf(predicate: Predicate): ReadonlySet<unknown> {
  const values = new Set<unknown>()
  const add = (part: Predicate): void => {
    if ('of' in part) for (const inner of part.of) add(inner)
    else if ('values' in part) for (const value of part.values) values.add(value)
    else if ('value' in part) values.add(part.value)
  }
  add(predicate)
  return values
}

interface Arrivals {
  readonly parts: readonly SignedPredicate[]
  /** Conditions above that decide it too, and are too many to be compared. */
  readonly leftOut: readonly LoweredCondition[]
}

const ANY_ARRIVAL: Arrivals = { parts: [], leftOut: [] }

/** What is known of the requests that arrive at a node, from the strategies above that choose it by conditions. */
function arrivalsAt(
  context: RuleContext,
  node: ConfigNode,
  conditionsAt: (node: ConfigNode) => readonly LoweredCondition[],
): Arrivals {
  const { parent } = node
  if (parent === undefined) return ANY_ARRIVAL
  const above = arrivalsAt(context, parent, conditionsAt)
  if (strategyMode(context, parent) !== 'conditional') return above
  const name = ownProperty(node.value, 'name')
  const strategy = ownProperty(parent.value, 'strategy')
  const conditions = conditionsAt(parent)
  const list = ownProperty(strategy, 'conditions')
  // With a condition left out, what others miss is not known.
  if (!Array.isArray(list) || list.length !== conditions.length) return above
  const chosenBy = conditions.filter(({ then }) => then === name)
  const isDefault = ownProperty(strategy, 'default') === name
  const [only, ...others] = chosenBy
  if (only === undefined && !isDefault) return above
  if (only !== undefined && (isDefault || others.length > 0)) return above
  const before = only === undefined ? conditions : conditions.slice(0, conditions.indexOf(only))
  const { compared, isCutOff } =
    only === undefined
      ? { compared: before.slice(0, MAX_COMPARED), isCutOff: before.length > MAX_COMPARED }
      : comparedWith(only, before)
  return {
    parts: [
      ...above.parts,
      ...(only === undefined ? [] : [{ predicate: only.predicate, holds: true }]),
      ...compared.map(unmet),
    ],
    leftOut: isCutOff
      ? [...above.leftOut, ...before.filter(each => !compared.includes(each))]
      : above.leftOut,
  }
}
