// Fields have operators of the interface below them; no operator appears without a field.
import { queryOperators } from '../../../schemas/generated/facts.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'

const OPERATORS: readonly string[] = queryOperators

export const queryUsesKnownOperators: Rule = (context, report) => {
  for (const part of queryParts(context)) {
    if (part.part === 'loose' && OPERATORS.includes(part.operator)) {
      const message = `"${part.operator}" must be below a field. Write { metadata.plan: { ${part.operator}: ... } }.`
      report('misplaced-operator', { key: part.pointer }, message)
      continue
    }
    const known = part.part === 'test' && (part.bare || OPERATORS.includes(part.operator))
    if ((part.part !== 'test' && part.part !== 'loose') || known) continue
    const suggestions = suggest(part.operator, OPERATORS)
    const dollar = part.operator.startsWith('$') ? '' : ' Operators start with a dollar sign.'
    const location = { key: part.pointer }
    report(
      'unknown-operator',
      location,
      `Unknown operator ${quoteName(part.operator)}.${dollar}${didYouMean(suggestions)}`,
      {
        notes: suggestions.length > 0 ? [] : [{ message: `Operators: ${joinNames(OPERATORS, 'and')}.` }],
        fix: replaceWithOnly(context.parsed, location, undefined, suggestions),
      },
    )
  }
}
