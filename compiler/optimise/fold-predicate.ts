// Constant folding and simplification of predicates. A missing field makes every test of it false, also
// `notEqual`: so no test is the complement of another, and "either way" is not always true.
import type { ComparedPredicate, ListedPredicate, Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { compareDecimals, decimalNumber } from '../../schemas/values/decimal.ts'

const NEVER: Predicate = { test: 'never' }

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

/** The part that decides a join by itself, and the neutral part. */
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

// In a conjunction, a field that is in a list is in no other values: lists of that field are intersected, and excluded
// values are taken out of it. Values are compared without conversion, as the runtime does.

type Value = ComparedPredicate['value']

/** The parts, with one list for each field that has any. It may be empty. */
function intersectLists(parts: readonly Predicate[]): readonly Predicate[] {
  const lists = new Map<string, readonly Value[]>()
  for (const part of parts) {
    if (part.test !== 'in') continue
    const field = canonicalJson(part.field)
    lists.set(field, lists.get(field)?.filter(value => part.values.includes(value)) ?? part.values)
  }
  if (lists.size === 0) return parts
  const placed = new Set<string>()
  return parts.flatMap(part => {
    if (part.test !== 'in' && part.test !== 'notIn' && part.test !== 'notEqual') return [part]
    const field = canonicalJson(part.field)
    const list = lists.get(field)
    if (list === undefined) return [part]
    if (placed.has(field)) return []
    placed.add(field)
    const excluded = excludedValues(parts, field)
    const joined: ListedPredicate = {
      test: 'in',
      field: part.field,
      values: list.filter(value => !excluded.includes(value)),
    }
    return [joined]
  })
}

function excludedValues(parts: readonly Predicate[], field: string): readonly Value[] {
  return parts.flatMap(part => {
    if (!('field' in part) || canonicalJson(part.field) !== field) return []
    if (part.test === 'notEqual') return [part.value]
    return part.test === 'notIn' ? part.values : []
  })
}

// In a conjunction, equality of a field with a value decides the other equality tests of that field: they hold and
// are removed, or the conjunction never holds. Order comparisons and patterns are left to the runtime.

/** The parts that are still needed, or undefined when they contradict each other. Duplicates are removed. */
function propagateEqualities(parts: readonly Predicate[]): readonly Predicate[] | undefined {
  const values = new Map<string, Value>()
  for (const part of parts) {
    if (part.test !== 'equal') continue
    const field = canonicalJson(part.field)
    if (values.has(field) && values.get(field) !== part.value) return undefined
    values.set(field, part.value)
  }
  const remaining: Predicate[] = []
  for (const part of parts) {
    const implied = impliedResult(part, values)
    if (implied === false) return undefined
    if (implied === undefined) remaining.push(part)
  }
  return remaining
}

/**
 * Whether the part is implied true or false by the equalities; undefined if undecided, and for equalities themselves.
 */
function impliedResult(part: Predicate, values: ReadonlyMap<string, Value>): boolean | undefined {
  if (!('field' in part) || part.test === 'equal') return undefined
  const value = values.get(canonicalJson(part.field))
  if (value === undefined) return undefined
  if (part.test === 'notEqual') return part.value !== value
  if (part.test === 'in') return part.values.includes(value)
  return part.test === 'notIn' ? !part.values.includes(value) : undefined
}

interface Bound {
  readonly value: unknown
  /** True when the bound itself does not hold. */
  readonly isOpen: boolean
}

interface Interval {
  readonly low?: Bound
  readonly high?: Bound
}

/**
 * In a conjunction, bounds of one field contradict each other when no number is between them. True when the order comparisons of a field,
 * with its equality to a number, leave no number.
 */
function boundsContradict(parts: readonly Predicate[]): boolean {
  const intervals = new Map<string, Interval>()
  for (const part of parts) {
    const bounds = boundsOf(part)
    if (bounds === undefined || !('field' in part)) continue
    const field = canonicalJson(part.field)
    const known = intervals.get(field)
    const interval = { ...known, ...tighter('low', known, bounds), ...tighter('high', known, bounds) }
    if (isEmpty(interval)) return true
    intervals.set(field, interval)
  }
  return false
}

function isEmpty({ low, high }: Interval): boolean {
  if (low === undefined || high === undefined) return false
  const order = compareDecimals(low.value, high.value)
  return order > 0 || (order === 0 && (low.isOpen || high.isOpen))
}

function boundsOf(part: Predicate): Interval | undefined {
  if (!('value' in part) || (part.test === 'equal' && typeof part.value !== 'number')) return undefined
  const { value } = part
  if (Number.isNaN(decimalNumber(value))) return undefined
  switch (part.test) {
    case 'greater':
      return { low: { value, isOpen: true } }
    case 'greaterOrEqual':
      return { low: { value, isOpen: false } }
    case 'less':
      return { high: { value, isOpen: true } }
    case 'lessOrEqual':
      return { high: { value, isOpen: false } }
    case 'equal':
      return { low: { value, isOpen: false }, high: { value, isOpen: false } }
    default:
      return undefined
  }
}

/** The bound on one side that leaves less. */
function tighter(side: 'low' | 'high', known: Interval | undefined, next: Interval): Interval {
  const [one, other] = [known?.[side], next[side]]
  if (one === undefined || other === undefined) return other === undefined ? {} : { [side]: other }
  const order = compareDecimals(other.value, one.value) * (side === 'low' ? 1 : -1)
  return order > 0 || (order === 0 && other.isOpen) ? { [side]: other } : {}
}
