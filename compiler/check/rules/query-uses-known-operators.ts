// Fields have operators of the interface below them; no operator appears without a field.
import { queryOperators } from '../../../schemas/generated/facts.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { queryParts } from '../query.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'

const OPERATORS: readonly string[] = queryOperators

export const queryUsesKnownOperators: Rule = (subject, tell) => {
  for (const part of queryParts(subject)) {
    if (part.part === 'loose' && OPERATORS.includes(part.operator)) {
      const message = `"${part.operator}" must be below a field. Write { metadata.plan: { ${part.operator}: ... } }.`
      tell('misplaced-operator', { key: part.pointer }, message)
      continue
    }
    const known = part.part === 'test' && (part.bare || OPERATORS.includes(part.operator))
    if ((part.part !== 'test' && part.part !== 'loose') || known) continue
    const near = suggest(part.operator, OPERATORS)
    const dollar = part.operator.startsWith('$') ? '' : ' Operators start with a dollar sign.'
    const spot = { key: part.pointer }
    tell('unknown-operator', spot, `Unknown operator ${quoted(part.operator)}.${dollar}${didYouMean(near)}`, {
      notes: near.length > 0 ? [] : [{ message: `Operators: ${listed(OPERATORS, 'and')}.` }],
      fix: rewriteToOnly(subject.parsed, spot, undefined, near),
    })
  }
}
