// Keywords that combine schemas for the same value.

import type { Json } from '../../../../schemas/values/json.ts'
import { type SchemaKeyword, type SchemaLinking, type SchemaTest, withoutViolation } from './keyword.ts'

const linkList = (
  value: Json,
  name: string,
  { linkBelow, reportError }: SchemaLinking,
): readonly SchemaTest[] | undefined => {
  if (Array.isArray(value) && value.length > 0)
    return value.map((schema, index) => linkBelow(schema, `${name}/${index}`))
  return void reportError(`"${name}" must be a list of schemas.`)
}

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
