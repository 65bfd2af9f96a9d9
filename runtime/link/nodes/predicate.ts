// Compiles predicates to closures once, when a plan is linked. A missing field makes every comparison false,
// `notEqual` and `notIn` too (semantics, section 6).

import type { ComparedPredicate, Predicate } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { type FieldSource, linkField } from './field.ts'
import { linkPattern } from './pattern.ts'

export type TestCall = (call: FieldSource) => boolean

export function linkPredicate(predicate: Predicate): TestCall {
  switch (predicate.test) {
    case 'always':
      return () => true
    case 'never':
      return () => false
    case 'all': {
      const parts = predicate.of.map(linkPredicate)
      return call => parts.every(part => part(call))
    }
    case 'any': {
      const parts = predicate.of.map(linkPredicate)
      return call => parts.some(part => part(call))
    }
    case 'in':
    case 'notIn': {
      const read = linkField(predicate.field)
      const values = new Set<Json>(predicate.values)
      const expected = predicate.test === 'in'
      return call => {
        const value = read(call)
        return value !== undefined && values.has(value) === expected
      }
    }
    case 'matches': {
      const read = linkField(predicate.field)
      const matches = linkPattern(predicate.pattern)
      return call => {
        const value = read(call)
        return typeof value === 'string' && matches(value)
      }
    }
    default:
      return linkComparison(predicate)
  }
}

const comparisons = {
  equal: (value: Json, expected: Json) => value === expected,
  notEqual: (value: Json, expected: Json) => value !== expected,
  greater: (value: Json, expected: Json) => numeric(value) > numeric(expected),
  greaterOrEqual: (value: Json, expected: Json) => numeric(value) >= numeric(expected),
  less: (value: Json, expected: Json) => numeric(value) < numeric(expected),
  lessOrEqual: (value: Json, expected: Json) => numeric(value) <= numeric(expected),
} satisfies Record<ComparedPredicate['test'], (value: Json, expected: Json) => boolean>

function linkComparison({ test, field, value: expected }: ComparedPredicate): TestCall {
  const read = linkField(field)
  const compare = comparisons[test]
  return call => {
    const value = read(call)
    return value !== undefined && compare(value, expected)
  }
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** Numbers and decimal strings as numbers; anything else compares false with everything. */
function numeric(value: Json): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN
}
