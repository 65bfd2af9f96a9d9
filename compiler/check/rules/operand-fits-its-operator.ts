// Every operator has an operand of the type it compares with.
import type { queryOperators } from '../../../schemas/generated/facts.ts'
import type { Json } from '../../source.ts'
import { describe, isList, isObject } from '../kind.ts'
import { type QueryPart, queryParts } from '../query.ts'
import type { Rule } from '../rule.ts'

type Operator = (typeof queryOperators)[number]

const isScalar = (value: Json): boolean => !isList(value) && !isObject(value)

const scalar = (value: Json): string | undefined => {
  if (isScalar(value)) return undefined
  return 'a string, number, true, false or null'
}

const comparable = (value: Json): string | undefined => {
  const numeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
  return typeof value === 'number' || numeric ? undefined : 'a number or a numeric string'
}

const scalars = (value: Json): string | undefined =>
  isList(value) && value.length > 0 && value.every(isScalar)
    ? undefined
    : 'a list with at least one string, number, true, false or null'

const text = (value: Json): string | undefined => (typeof value === 'string' ? undefined : 'a string')

const anything = (): undefined => undefined

const WANTED: { readonly [operator in Operator]: (value: Json) => string | undefined } = {
  $eq: scalar,
  $ne: scalar,
  $gt: comparable,
  $gte: comparable,
  $lt: comparable,
  $lte: comparable,
  $in: scalars,
  $nin: scalars,
  $regex: text,
  // Joins are parts of their own.
  $and: anything,
  $or: anything,
}

const isOperator = (name: string): name is Operator => Object.hasOwn(WANTED, name)

function shown(value: Json): string {
  if (isList(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return describe(value)
}

function faultOf(part: QueryPart): string | undefined {
  if (part.part === 'bare-field') return 'The field has no operator. Use a value, or an operator such as $eq.'
  if (part.part === 'join') {
    const items = part.operand
    const sound =
      isList(items) && items.length > 0 && (part.of === 'tests' || items.every(item => isObject(item)))
    const wants = part.of === 'tests' ? 'operators or values' : 'queries'
    return sound ? undefined : `"${part.operator}" requires a list of ${wants}, not ${shown(items)}.`
  }
  if (part.part !== 'test' || !isOperator(part.operator)) return undefined
  const wanted = WANTED[part.operator](part.operand)
  if (wanted === undefined) return undefined
  const several =
    isList(part.operand) && part.operator === '$eq' ? ' For one of several values, use $in.' : ''
  if (part.bare) return `A field is never equal to ${shown(part.operand)}.${several}`
  return `The operand of "${part.operator}" must be ${wanted}, not ${shown(part.operand)}.${several}`
}

export const operandFitsItsOperator: Rule = (subject, tell) => {
  for (const part of queryParts(subject)) {
    const fault = faultOf(part)
    if (fault !== undefined) tell('wrong-operand', part.pointer, fault)
  }
}
