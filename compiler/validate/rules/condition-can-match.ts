// A condition can match: one that contradicts itself would be dropped from the plan with its target.
import type { Predicate } from '../../../schemas/generated/types.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { lowerQuery } from '../../lower/predicate.ts'
import { foldPredicate } from '../../optimise/fold-predicate.ts'
import { conditionsOf } from '../conditions.ts'
import { isJsonObject, ownProperty } from '../json-values.ts'
import type { Rule } from '../rule.ts'

/** True for a query with a part that other rules reject. */
const isInvalid = (predicate: Predicate): boolean =>
  predicate.test === 'never' ||
  (predicate.test === 'in' && predicate.values.length === 0) ||
  ('of' in predicate && (predicate.of.length === 0 || predicate.of.some(isInvalid)))

export const conditionCanMatch: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  for (const node of context.nodes)
    for (const { pointer, value } of conditionsOf(context, node)) {
      const query = ownProperty(value, 'query')
      if (!isJsonObject(query)) continue
      const predicate = lowerQuery(query)
      if (isInvalid(predicate) || foldPredicate(predicate).test !== 'never') continue
      report(
        'contradictory-condition',
        childPointer(pointer, 'query'),
        'The query never matches: its tests contradict each other. For one of several values of a field, use $in or $or.',
      )
    }
}
