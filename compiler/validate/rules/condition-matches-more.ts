// A condition matches requests that the conditions before it do not match, and that arrive at its strategy at all.

import type { Predicate } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { type Satisfiable, type SignedPredicate, satisfiabilityOf } from '../../analyse/conditions/solve.ts'
import type { ConfigNode } from '../nodes/config-node.ts'
import {
  isRelatedTo,
  type LoweredCondition,
  loweredConditions,
  type RelatedConditions,
  relateConditions,
} from '../nodes/lowered-conditions.ts'
import { type Rule, type RuleContext, strategyMode } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

/** Conditions that one is compared with, of each kind: the nearest. */
const MAX_COMPARED = 16

type IsSatisfiable = (parts: readonly SignedPredicate[]) => Satisfiable

export const conditionMatchesMore: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  const known = new Map<ConfigNode, RelatedConditions>()
  const conditionsAt = (node: ConfigNode): RelatedConditions => {
    const conditions = known.get(node) ?? relateConditions(loweredConditions(context, node))
    known.set(node, conditions)
    return conditions
  }
  const isSatisfiable = satisfiabilityOf(
    context.nodes.flatMap(node => conditionsAt(node).conditions.map(({ predicate }) => predicate)),
  )
  const textOf = createQueryTexts()
  for (const node of context.nodes) {
    const related = conditionsAt(node)
    const { conditions } = related
    const [first] = conditions
    if (first === undefined) continue
    const { parts: arrivals, leftOut } = arrivalsAt(context, node, conditionsAt, isSatisfiable)
    const undecided: LoweredCondition[] = []
    const tooMany: LoweredCondition[] = []
    for (const [index, condition] of conditions.entries()) {
      const alone: SignedPredicate = { predicate: condition.predicate, holds: true }
      const { compared, isCutOff } = comparedWith(related, index, isSatisfiable)
      const missed = compared.map(unmet)
      if (compared.length + arrivals.length === 0) continue
      if (isSatisfiable([alone]) === 'no') continue
      // The same query, or one after an empty query, is reported with what it repeats.
      const text = textOf(condition.predicate)
      if (compared.some(({ predicate }) => textOf(predicate) === text)) continue
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

/** The same text for queries that differ only in the order of their keys; each is made once. */
function createQueryTexts(): (predicate: Predicate) => string {
  const known = new Map<Predicate, string>()
  const textOf = (predicate: Predicate): string =>
    'of' in predicate
      ? `${predicate.test}(${predicate.of.map(textOf).sort().join()})`
      : canonicalJson(predicate)
  return predicate => {
    const text = known.get(predicate) ?? textOf(predicate)
    known.set(predicate, text)
    return text
  }
}

/** The earlier conditions that may match some of the same requests: others leave open what this one matches. */
function comparedWith(
  { conditions, before }: RelatedConditions,
  index: number,
  isSatisfiable: IsSatisfiable,
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
  conditionsAt: (node: ConfigNode) => RelatedConditions,
  isSatisfiable: IsSatisfiable,
): Arrivals {
  const { parent } = node
  if (parent === undefined) return ANY_ARRIVAL
  const above = arrivalsAt(context, parent, conditionsAt, isSatisfiable)
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
  if (only === undefined && !isDefault) return above
  if (only !== undefined && (isDefault || others.length > 0)) return above
  const before = only === undefined ? conditions : conditions.slice(0, conditions.indexOf(only))
  const { compared, isCutOff } =
    only === undefined
      ? { compared: before.slice(0, MAX_COMPARED), isCutOff: before.length > MAX_COMPARED }
      : comparedWith(related, conditions.indexOf(only), isSatisfiable)
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
