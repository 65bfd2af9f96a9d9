// A test of a missing key is false, also with `$ne` and `$nin`, which is easily overlooked.
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule } from '../nodes/rule-context.ts'

const NEGATED_OPERATORS = new Set(['$ne', '$nin'])

export const negationHandlesMissingKey: Rule = (context, report) => {
  for (const part of queryParts(context))
    if (part.part === 'test' && NEGATED_OPERATORS.has(part.operator))
      report(
        'missing-key-never-matches',
        { key: part.pointer },
        `A request without this field does not match: "${part.operator}" matches only if the field is present and differs.`,
      )
}
