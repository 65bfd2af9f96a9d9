// Rules about the operators and parameters of queries.
import { queryOperators } from '../../../schemas/generated/facts.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { queryParts } from '../nodes/query-parts.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { nearParameters } from '../values/request-parameters.ts'

const OPERATORS: readonly string[] = queryOperators

/** Fields have operators of the interface below them; no operator appears without a field. */
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

const NEGATED_OPERATORS = new Set(['$ne', '$nin'])

/** A test of a missing key is false, also with `$ne` and `$nin`, which is easily overlooked. */
export const negationHandlesMissingKey: Rule = (context, report) => {
  for (const part of queryParts(context))
    if (part.part === 'test' && NEGATED_OPERATORS.has(part.operator))
      report(
        'missing-key-never-matches',
        { key: part.pointer },
        `A request without this field does not match: "${part.operator}" matches only if the field is present and differs.`,
      )
}

const PARAMETER = /^params\.([^.[\]]+)(.*)$/s

/** A query does not misspell the parameter that it reads: it would never match. */
export const queryNamesAKnownParameter: Rule = (context, report) => {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  for (const part of queryParts(context)) {
    const [, name, below] = (part.part === 'field' ? PARAMETER.exec(part.name) : null) ?? []
    if (part.part !== 'field' || name === undefined) continue
    const near = nearParameters(name).map(each => `params.${each}${below}`)
    if (near.length === 0) continue
    const at = { key: part.pointer }
    report(
      'misspelled-parameter',
      at,
      `${quoteName(name)} is not a known request parameter, so the query never matches.${didYouMean(near)}`,
      { fix: replaceWithOnly(context.parsed, at, undefined, near) },
    )
  }
}
