// Rules about the conditions of a conditional strategy and the targets that they select.
import { joinNames, pluralize, quoteName, truncateName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, lastToken, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { isSatisfiable } from '../../analyse/conditions/solve.ts'
import { foldPredicate } from '../../optimise/fold-predicate.ts'
import {
  conditionsOf,
  hasReadableNames,
  takenTargetReferences,
  targetNames,
  targetReferences,
  unknownTargetReferences,
} from '../nodes/conditions.ts'
import { objectProperty, stringProperty } from '../nodes/config-node.ts'
import { loweredConditions } from '../nodes/lowered-conditions.ts'
import { type Rule, strategyMode } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

const NEEDED = ['conditions', 'default']

/** A conditional strategy has conditions and a default; the other modes have neither. */
export const conditionalIsComplete: Rule = (context, report) => {
  for (const node of context.nodes) {
    const strategy = objectProperty(node, 'strategy')
    if (strategy === undefined || strategyMode(context, node) !== 'conditional') continue
    const at = childPointer(node.pointer, 'strategy')
    const present = context.structure.intendedNames(at, strategy)
    const missing = NEEDED.filter(name => !present.has(name)).map(quoteName)
    if (missing.length > 0)
      report(
        'incomplete-conditional',
        { key: at },
        `Mode "conditional" also requires ${joinNames(missing, 'and')}.`,
      )
    const conditions = ownProperty(strategy, 'conditions')
    if (isJsonArray(conditions) && conditions.length === 0)
      report(
        'incomplete-conditional',
        childPointer(at, 'conditions'),
        '"conditions" is empty, so every request goes to the default: use only that target, or add a condition.',
      )
  }
}

/** References per strategy for which names are suggested, since each is compared with every target. */
const MAX_SUGGESTIONS = 20

/** `then` and `default` name a target of the same config. */
export const conditionNamesATarget: Rule = (context, report) => {
  for (const node of context.nodes) {
    const names = targetNames(node)
    const taken = new Set(takenTargetReferences(context, node).map(({ pointer }) => pointer))
    for (const [index, { pointer, name }] of unknownTargetReferences(context, node).entries()) {
      if (taken.has(pointer)) continue
      const suggestions = index < MAX_SUGGESTIONS ? suggest(name, names) : []
      const named = node.targets.find(target => stringProperty(target, 'name') !== undefined)
      const note =
        named === undefined
          ? { at: childPointer(node.pointer, 'targets'), message: 'no target has a name: add "name" to each' }
          : {
              at: childPointer(named.pointer, 'name'),
              message: `targets are named here: ${joinNames(names.map(truncateName), 'and')}`,
            }
      const message = `"${lastToken(pointer)}" names ${quoteName(name)}, but no target has that name.${didYouMean(suggestions)}`
      report('unknown-target', pointer, message, {
        notes: [note],
        fix: replaceWithOnly(context.parsed, pointer, name, suggestions),
      })
    }
  }
}

/** Every target of a conditional strategy is reachable: it has a name that a condition or the default uses. */
export const targetIsNamedByACondition: Rule = (context, report) => {
  for (const node of context.nodes) {
    const references = targetReferences(context, node)
    const hasUnknown = unknownTargetReferences(context, node).length > 0
    if (
      strategyMode(context, node) !== 'conditional' ||
      references.length === 0 ||
      hasUnknown ||
      !hasReadableNames(node)
    )
      continue
    const reached = new Set(references.map(({ name }) => name))
    for (const target of node.targets) {
      const name = stringProperty(target, 'name')
      if (name === undefined)
        report('unrouted-target', target.pointer, 'The target has no "name", so no condition can select it.')
      else if (!reached.has(name))
        report(
          'unrouted-target',
          childPointer(target.pointer, 'name'),
          `Neither a condition nor "default" selects the target ${quoteName(name)}, so it never runs.`,
        )
    }
  }
}

/** A condition can match: one that contradicts itself would be dropped from the plan with its target. */
export const conditionCanMatch: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  for (const node of context.nodes)
    for (const { pointer, predicate } of loweredConditions(context, node)) {
      const isImpossible =
        foldPredicate(predicate).test === 'never' || isSatisfiable([{ predicate, holds: true }]) === 'no'
      if (!isImpossible) continue
      report(
        'contradictory-condition',
        pointer,
        'The query never matches: its tests contradict each other. For one of several values of a field, use $in or $or.',
      )
    }
}

/** The same text for queries that differ only in the order of their keys. */
function orderIndependentText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(orderIndependentText).join()}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${orderIndependentText(item)}`,
  )
  return `{${entries.sort().join()}}`
}

/** The first matching condition wins, so conditions after an empty query or after an equal one are unreachable. */
export const conditionIsReachable: Rule = (context, report) => {
  for (const node of context.nodes) {
    const first = new Map<string, Pointer>()
    const conditions = conditionsOf(context, node)
    for (const [index, { pointer, value }] of conditions.entries()) {
      const query = ownProperty(value, 'query')
      const at = childPointer(pointer, 'query')
      if (!isJsonObject(query)) continue
      if (Object.keys(query).length === 0) {
        report('empty-query', at, 'An empty query matches every request.')
        const after = conditions[index + 1]
        if (after === undefined) break
        const count = conditions.length - index - 1
        const message =
          count === 1
            ? 'The condition is never evaluated: the preceding one matches every request.'
            : `This and the ${count === 2 ? 'condition' : pluralize(count - 1, 'condition')} after it are never evaluated: the preceding one matches every request.`
        report('unreachable-condition', after.pointer, message, {
          notes: [{ at, message: 'every request stops here' }],
        })
        break
      }
      const queryText = orderIndependentText(query)
      const earlier = first.get(queryText)
      if (earlier === undefined) first.set(queryText, at)
      else
        report('duplicate-condition', at, 'The same query appears above, and the first match wins.', {
          notes: [{ at: earlier, message: 'first used here' }],
        })
    }
  }
}
