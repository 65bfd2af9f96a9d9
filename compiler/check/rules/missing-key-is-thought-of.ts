// A test of a missing key is false, also with `$ne` and `$nin`, which is easily overlooked.
import { queryParts } from '../query.ts'
import type { Rule } from '../rule.ts'

const NEGATIVE = new Set(['$ne', '$nin'])

export const missingKeyIsThoughtOf: Rule = (subject, tell) => {
  for (const part of queryParts(subject))
    if (part.part === 'test' && NEGATIVE.has(part.operator))
      tell(
        'missing-key-never-matches',
        { key: part.pointer },
        `A request without this field does not match: "${part.operator}" matches only if the field is present and differs.`,
      )
}
