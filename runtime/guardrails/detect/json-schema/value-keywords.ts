// Keywords on values of any type, and on numbers.

import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import type { SchemaKeyword, SchemaTest } from './keyword.ts'

const typeTests: Readonly<Record<string, (value: Json) => boolean>> = {
  null: value => value === null,
  boolean: value => typeof value === 'boolean',
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  integer: value => Number.isInteger(value),
  array: value => Array.isArray(value),
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const type: SchemaKeyword = (wanted, { reportError }) => {
  const names = [wanted].flat().map(String)
  const unknown = names.find(name => !Object.hasOwn(typeTests, name))
  if (unknown !== undefined) return void reportError(`"${unknown}" is not a type.`)
  const tests = names.flatMap(name => typeTests[name] ?? [])
  return value => tests.some(test => test(value))
}

/** Primitives are compared by value, objects and arrays by their canonical JSON. */
const isOneOf = (wanted: readonly Json[]): SchemaTest => {
  const primitives = new Set(wanted.filter(value => typeof value !== 'object'))
  const serialized = new Set(wanted.filter(value => typeof value === 'object').map(canonicalJson))
  return (value, validation) => {
    if (typeof value !== 'object') return primitives.has(value)
    if (serialized.size === 0) return false
    const text = canonicalJson(value)
    validation.stepsLeft -= text.length >> 4
    return serialized.has(text)
  }
}

const numberKeyword =
  (holds: (value: number, limit: number) => boolean): SchemaKeyword =>
  (limit, { reportError }) => {
    if (typeof limit !== 'number') return void reportError('A numeric limit must be a number.')
    return value => typeof value !== 'number' || holds(value, limit)
  }

/** Numbers such as 0.3 and 0.1 have no exact quotient, so a difference in the last digits is tolerated. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  return of > 0 && Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

export const schemaValueKeywords: Readonly<Record<string, SchemaKeyword>> = {
  type,
  enum: (wanted, { reportError }) =>
    Array.isArray(wanted) ? isOneOf(wanted) : void reportError('"enum" must be a list of values.'),
  const: wanted => isOneOf([wanted]),
  minimum: numberKeyword((value, wanted) => value >= wanted),
  maximum: numberKeyword((value, wanted) => value <= wanted),
  exclusiveMinimum: numberKeyword((value, wanted) => value > wanted),
  exclusiveMaximum: numberKeyword((value, wanted) => value < wanted),
  multipleOf: numberKeyword(isMultiple),
}
