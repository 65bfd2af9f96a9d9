// Every operator has an operand of the type it compares with.
import type { queryOperators } from '../../../schemas/generated/facts.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { type QueryPart, queryParts } from '../nodes/query-parts.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { describeValue, isJsonArray, isJsonObject } from '../values/json-values.ts'

type Operator = (typeof queryOperators)[number]

const isScalar = (value: Json): boolean => !isJsonArray(value) && !isJsonObject(value)

const scalarType = (value: Json): string | undefined => {
  if (isScalar(value)) return undefined
  return 'a string, number, true, false or null'
}

const comparableType = (value: Json): string | undefined => {
  const numeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
  return typeof value === 'number' || numeric ? undefined : 'a number or a numeric string'
}

const scalarListType = (value: Json): string | undefined =>
  isJsonArray(value) && value.length > 0 && value.every(isScalar)
    ? undefined
    : 'a list with at least one string, number, true, false or null'

const stringType = (value: Json): string | undefined => (typeof value === 'string' ? undefined : 'a string')

const anyType = (): undefined => undefined

const OPERAND_TYPES: { readonly [operator in Operator]: (value: Json) => string | undefined } = {
  $eq: scalarType,
  $ne: scalarType,
  $gt: comparableType,
  $gte: comparableType,
  $lt: comparableType,
  $lte: comparableType,
  $in: scalarListType,
  $nin: scalarListType,
  $regex: stringType,
  // Joins are parts of their own.
  $and: anyType,
  $or: anyType,
}

const isOperator = (name: string): name is Operator => Object.hasOwn(OPERAND_TYPES, name)

function describeOperand(value: Json): string {
  if (isJsonArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return describeValue(value)
}

function operandError(part: QueryPart): string | undefined {
  if (part.part === 'bare-field') return 'The field has no operator. Use a value, or an operator such as $eq.'
  if (part.part === 'join') {
    const items = part.operand
    const isValid =
      isJsonArray(items) &&
      items.length > 0 &&
      (part.of === 'tests' || items.every(item => isJsonObject(item)))
    const expected = part.of === 'tests' ? 'operators or values' : 'queries'
    return isValid
      ? undefined
      : `"${part.operator}" requires a list of ${expected}, not ${describeOperand(items)}.`
  }
  if (part.part !== 'test' || !isOperator(part.operator)) return undefined
  const expectedType = OPERAND_TYPES[part.operator](part.operand)
  if (expectedType === undefined) return undefined
  const several =
    isJsonArray(part.operand) && part.operator === '$eq' ? ' For one of several values, use $in.' : ''
  if (part.bare) return `A field is never equal to ${describeOperand(part.operand)}.${several}`
  return `The operand of "${part.operator}" must be ${expectedType}, not ${describeOperand(part.operand)}.${several}`
}

export const operandMatchesOperator: Rule = (context, report) => {
  for (const part of queryParts(context)) {
    const error = operandError(part)
    if (error !== undefined) report('wrong-operand', part.pointer, error)
  }
}
