// Constant folding and simplification of predicates. A missing field makes every test of it false, also
// `notEqual`: so no test is the complement of another, and "either way" is not always true.
import type { Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { boundsContradict } from './bounds-contradict.ts'
import { intersectLists } from './intersect-lists.ts'
import { propagateEqualities } from './propagate-equalities.ts'

export const ALWAYS: Predicate = { test: 'always' }
export const NEVER: Predicate = { test: 'never' }

/** An equivalent predicate without inner constants, nested joins of the same kind, duplicates and single-part joins. */
export function foldPredicate(predicate: Predicate): Predicate {
  switch (predicate.test) {
    case 'all':
      return foldJoin('all', predicate.of)
    case 'any':
      return foldJoin('any', predicate.of)
    case 'in':
    case 'notIn':
      return foldList(predicate)
    default:
      return predicate
  }
}

/** The part that decides a join alone, and the neutral part. */
const JOIN_CONSTANTS = {
  all: { decides: 'never', neutral: 'always' },
  any: { decides: 'always', neutral: 'never' },
} as const

function foldJoin(test: 'all' | 'any', of: readonly Predicate[]): Predicate {
  const { decides, neutral } = JOIN_CONSTANTS[test]
  const parts = of.map(foldPredicate).flatMap(part => (part.test === test ? part.of : [part]))
  const relevant = withoutRepeats(parts.filter(part => part.test !== neutral))
  const [single] = relevant
  if (single !== undefined && relevant.length === 1) return single
  const settled =
    test === 'all'
      ? propagateEqualities(withoutRepeats(intersectLists(relevant).map(foldPredicate)))
      : relevant
  if (test === 'all' && boundsContradict(relevant)) return NEVER
  if (settled === undefined || settled.some(part => part.test === decides)) return { test: decides }
  const [only, ...others] = settled
  if (only === undefined) return { test: neutral }
  return others.length === 0 ? only : { test, of: [...settled].sort(byCost) }
}

/** How much a test costs, roughly; what is left out is a comparison of one field with one value. */
const COSTS: { readonly [test in Predicate['test']]?: number } = {
  in: 1,
  notIn: 1,
  all: 2,
  any: 2,
  matches: 3,
}

/**
 * Tests have no side effects, so cheap ones come first; ties are sorted by text, so that the order in the source does
 * not matter.
 */
function byCost(left: Predicate, right: Predicate): number {
  const difference = (COSTS[left.test] ?? 0) - (COSTS[right.test] ?? 0)
  return difference !== 0 ? difference : canonicalJson(left) < canonicalJson(right) ? -1 : 1
}

function foldList(predicate: Predicate & { test: 'in' | 'notIn' }): Predicate {
  const { test, field } = predicate
  const values = [...new Set(predicate.values)]
  const [only, ...others] = values
  // An empty `notIn` still requires the field to be present.
  if (only === undefined) return test === 'in' ? NEVER : { test, field, values }
  if (others.length > 0) return { test, field, values }
  return { test: test === 'in' ? 'equal' : 'notEqual', field, value: only }
}

const withoutRepeats = (parts: readonly Predicate[]): readonly Predicate[] =>
  parts.length < 2 ? parts : [...new Map(parts.map(part => [canonicalJson(part), part])).values()]
