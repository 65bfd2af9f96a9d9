// Predicates of a plan, executed as schemas/plan.schema.json defines.
import type { Field, Predicate } from '../../schemas/generated/types.ts'
import type { RoutedRequest } from './routing-environment.ts'

/** The value of a field, or undefined where the field is missing; JSON has no undefined. */
export function fieldValue(field: Field, incoming: RoutedRequest): unknown {
  if (field.from === 'path') return incoming.path
  return field.path.reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null || Array.isArray(at) !== (typeof key === 'number'))
      return undefined
    return Object.hasOwn(at, key) ? Object.entries(at).find(([name]) => name === String(key))?.[1] : undefined
  }, incoming[field.from])
}

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

function numeric(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : Number.NaN
}

export function predicateHolds(predicate: Predicate, incoming: RoutedRequest): boolean {
  switch (predicate.test) {
    case 'always':
      return true
    case 'never':
      return false
    case 'all':
      return predicate.of.every(part => predicateHolds(part, incoming))
    case 'any':
      return predicate.of.some(part => predicateHolds(part, incoming))
    default: {
      const value = fieldValue(predicate.field, incoming)
      return value !== undefined && testHolds(predicate, value)
    }
  }
}

function testHolds(predicate: Extract<Predicate, { field: Field }>, value: unknown): boolean {
  switch (predicate.test) {
    case 'equal':
      return value === predicate.value
    case 'notEqual':
      return value !== predicate.value
    case 'greater':
      return numeric(value) > numeric(predicate.value)
    case 'greaterOrEqual':
      return numeric(value) >= numeric(predicate.value)
    case 'less':
      return numeric(value) < numeric(predicate.value)
    case 'lessOrEqual':
      return numeric(value) <= numeric(predicate.value)
    case 'in':
      return predicate.values.some(each => each === value)
    case 'notIn':
      return !predicate.values.some(each => each === value)
    case 'matches':
      return typeof value === 'string' && new RegExp(predicate.pattern).test(value)
  }
}
