// A condition can match: one that contradicts itself would be dropped from the plan with its target.
import { isSatisfiable } from '../../analyse/conditions/satisfiable.ts'
import { foldPredicate } from '../../optimise/fold-predicate.ts'
import { loweredConditions } from '../nodes/lowered-conditions.ts'
import type { Rule } from '../nodes/rule-context.ts'

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
