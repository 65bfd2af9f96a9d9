// Compiles predicates to closures once, when a plan is linked. A missing field makes every comparison false,
// `notEqual` and `notIn` too (semantics, section 6).
import type { Json } from '../../compiler/source.ts'
import type { ComparedPredicate, Predicate } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import { linkField } from './field.ts'
import { linkPattern } from './pattern.ts'

export type Test = (call: Call) => boolean

export function linkPredicate(predicate: Predicate): Test {
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
      const wanted = predicate.test === 'in'
      return call => {
        const value = read(call)
        return value !== undefined && values.has(value) === wanted
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
  equal: (value: Json, wanted: Json) => value === wanted,
  notEqual: (value: Json, wanted: Json) => value !== wanted,
  greater: (value: Json, wanted: Json) => numeric(value) > numeric(wanted),
  greaterOrEqual: (value: Json, wanted: Json) => numeric(value) >= numeric(wanted),
  less: (value: Json, wanted: Json) => numeric(value) < numeric(wanted),
  lessOrEqual: (value: Json, wanted: Json) => numeric(value) <= numeric(wanted),
} satisfies Record<ComparedPredicate['test'], (value: Json, wanted: Json) => boolean>

function linkComparison({ test, field, value: wanted }: ComparedPredicate): Test {
  const read = linkField(field)
  const compare = comparisons[test]
  return call => {
    const value = read(call)
    return value !== undefined && compare(value, wanted)
  }
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** Numbers and decimal strings as numbers; anything else compares false with everything. */
function numeric(value: Json): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN
}
