// Keywords on values of any type, on numbers and on strings, and those that combine schemas for the same value.
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import { quoteName } from '../../../../schemas/values/format-names.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { countCodePoints } from '../text/code-points.ts'
import { formatNames, formatTest } from './formats.ts'
import { type SchemaKeyword, type SchemaLinking, type SchemaTest, withoutViolation } from './keyword.ts'

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
  if (unknown !== undefined)
    return reportError(`${quoteName(unknown)} is not a type.`, unknown, Object.keys(typeTests))
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
  multipleOf: (value, linking, schema) => {
    if (typeof value === 'number' && value <= 0) linking.reportMistake('"multipleOf" must be greater than 0.')
    return numberKeyword(isMultiple)(value, linking, schema)
  },
}

const lengthKeyword =
  (holds: (lengthKeyword: number, limit: number) => boolean): SchemaKeyword =>
  (limit, { reportError }) => {
    if (typeof limit !== 'number') return void reportError('A length limit must be a number.')
    return (value, validation) => {
      if (typeof value !== 'string') return true
      validation.stepsLeft -= value.length >> 4
      return holds(countCodePoints(value), limit)
    }
  }

/** Keywords on strings. An unknown format restricts nothing, as in the standard. */
export const stringKeywords: Readonly<Record<string, SchemaKeyword>> = {
  minLength: lengthKeyword((found, limit) => found >= limit),
  maxLength: lengthKeyword((found, limit) => found <= limit),
  pattern: (limit, { pattern, reportError }) => {
    if (typeof limit !== 'string') return void reportError('"pattern" must be a regular expression.')
    const matches = pattern(limit)
    return (value, validation) => typeof value !== 'string' || matches(value, validation)
  },
  format: (format, { reportMistake }) => {
    if (typeof format !== 'string') return reportMistake('"format" must be a name.')
    if (!formatNames.includes(format))
      reportMistake(`${quoteName(format)} is not a format.`, format, formatNames)
    return formatTest(format)
  },
}

const linkList = (
  value: Json,
  name: string,
  { linkBelow, reportError }: SchemaLinking,
): readonly SchemaTest[] | undefined => {
  if (Array.isArray(value) && value.length > 0)
    return value.map((schema, index) => linkBelow(schema, `${name}/${index}`))
  return void reportError(`"${name}" must be a list of schemas.`)
}

/** Keywords that combine schemas for the same value. */
export const combiningKeywords: Readonly<Record<string, SchemaKeyword>> = {
  $ref: (value, { reference, reportError }) =>
    typeof value === 'string' ? reference(value) : void reportError('"$ref" must be a string.'),
  allOf: (value, linking) => {
    const tests = linkList(value, 'allOf', linking)
    return tests && ((value, validation) => tests.every(test => test(value, validation)))
  },
  anyOf: (value, linking) => {
    const tests = linkList(value, 'anyOf', linking)?.map(withoutViolation)
    return tests && ((value, validation) => tests.some(test => test(value, validation)))
  },
  oneOf: (value, linking) => {
    const tests = linkList(value, 'oneOf', linking)?.map(withoutViolation)
    return tests && ((value, validation) => tests.filter(test => test(value, validation)).length === 1)
  },
  not: (value, { linkBelow }) => {
    const test = withoutViolation(linkBelow(value, 'not'))
    return (value, validation) => !test(value, validation)
  },
  if: (value, { linkBelow }, schema) => {
    const test = withoutViolation(linkBelow(value, 'if'))
    const [then, otherwise] = [
      linkBelow(schema['then'] ?? true, 'then'),
      linkBelow(schema['else'] ?? true, 'else'),
    ]
    return (value, validation) => (test(value, validation) ? then : otherwise)(value, validation)
  },
}
