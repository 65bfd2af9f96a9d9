// Conditions, implemented directly from the interface and the semantics. Shares nothing with compiler/.
import { naiveOrder } from './naive-order.ts'
import type { RoutedRequest } from './routing-environment.ts'

const MISSING = Symbol('missing')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function memberOf(holder: unknown, key: string): unknown {
  return isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : MISSING
}

/** Dots descend into objects, [n] into arrays. */
function valueAt(params: unknown, path: string): unknown {
  let at = params
  let rest = path
  while (rest !== '') {
    const bracket = /^\[(\d+)\]\.?/.exec(rest)
    const name = /^([^.[]+)\.?/.exec(rest)
    if (bracket !== null) {
      const index = Number(bracket[1])
      at = Array.isArray(at) && index < at.length ? at[index] : MISSING
      rest = rest.slice(bracket[0].length)
    } else if (name !== null) {
      at = memberOf(at, name[1] ?? '')
      rest = rest.slice(name[0].length)
    } else return MISSING
  }
  return at
}

function contextValue(key: string, incoming: RoutedRequest): unknown {
  if (key === 'url.pathname') return incoming.path
  if (key.startsWith('metadata.')) return memberOf(incoming.metadata, key.slice('metadata.'.length))
  if (key.startsWith('params.')) return valueAt(incoming.params, key.slice('params.'.length))
  throw new Error(`Not a context: ${key}`)
}

function operatorHolds(value: unknown, operator: string, operand: unknown): boolean {
  const list = Array.isArray(operand) ? operand : []
  switch (operator) {
    case '$eq':
      return value === operand
    case '$ne':
      return value !== operand
    case '$gt':
      return naiveOrder(value, operand) > 0
    case '$gte':
      return naiveOrder(value, operand) >= 0
    case '$lt':
      return naiveOrder(value, operand) < 0
    case '$lte':
      return naiveOrder(value, operand) <= 0
    case '$in':
      return list.includes(value)
    case '$nin':
      return !list.includes(value)
    case '$regex':
      return typeof value === 'string' && new RegExp(String(operand)).test(value.slice(0, 32_768))
    case '$and':
      return list.every(each => valueHolds(value, each))
    case '$or':
      return list.some(each => valueHolds(value, each))
    default:
      throw new Error(`Not an operator: ${operator}`)
  }
}

/** A missing key makes any operator on it false. */
function valueHolds(value: unknown, test: unknown): boolean {
  if (!isObject(test)) return value !== MISSING && value === test
  return Object.entries(test).every(([operator, operand]) => {
    const joins = operator === '$and' || operator === '$or'
    return (value !== MISSING || joins) && operatorHolds(value, operator, operand)
  })
}

/** All keys of one query must hold; an empty query holds. */
export function queryHolds(query: unknown, incoming: RoutedRequest): boolean {
  if (!isObject(query)) throw new Error('A query is an object.')
  return Object.entries(query).every(([key, test]) => {
    const list = Array.isArray(test) ? test : []
    if (key === '$and') return list.every(each => queryHolds(each, incoming))
    if (key === '$or') return list.some(each => queryHolds(each, incoming))
    return valueHolds(contextValue(key, incoming), test)
  })
}
