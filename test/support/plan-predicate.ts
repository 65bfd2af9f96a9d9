// Predicates of a plan, executed as schemas/plan.schema.json defines.
import type { Field, Predicate } from '../../schemas/generated/types.ts'
import { naiveOrder } from './naive-order.ts'
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
      return naiveOrder(value, predicate.value) > 0
    case 'greaterOrEqual':
      return naiveOrder(value, predicate.value) >= 0
    case 'less':
      return naiveOrder(value, predicate.value) < 0
    case 'lessOrEqual':
      return naiveOrder(value, predicate.value) <= 0
    case 'in':
      return predicate.values.some(each => each === value)
    case 'notIn':
      return !predicate.values.some(each => each === value)
    case 'matches':
      return typeof value === 'string' && new RegExp(predicate.pattern).test(value)
  }
}
