// Keywords on objects. Only own properties count, whatever their names.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, isObject } from '../../../../schemas/values/json.ts'
import { childPointer } from '../../../../schemas/values/pointer.ts'
import type { SchemaKeyword, SchemaLinking, SchemaTest, ValidationState } from './keyword.ts'

/** `steps`: number of property lookups per object. */
const onObjects =
  (test: (object: JsonObject, validation: ValidationState) => boolean, steps = 0): SchemaTest =>
  (value, validation) => {
    if (!isObject(value)) return true
    validation.stepsLeft -= steps
    return validation.stepsLeft >= 0 && test(value, validation)
  }

const sizeKeyword =
  (holds: (length: number, value: number) => boolean): SchemaKeyword =>
  (value, { reportError }) =>
    typeof value === 'number'
      ? onObjects((object, validation) => {
          const { length } = Object.keys(object)
          validation.stepsLeft -= length >> 4
          return holds(length, value)
        })
      : void reportError('A size limit must be a number.')

type NamedTests = readonly (readonly [name: string, test: SchemaTest])[]

const linkNamedSchemas = (
  value: Json,
  path: string,
  { linkBelow, reportMistake }: SchemaLinking,
): NamedTests => {
  if (!isObject(value)) reportMistake(`"${path}" must be an object of schemas.`)
  return Object.entries(asObject(value)).map(([name, schema]) => [
    name,
    linkBelow(schema, childPointer(path, name)),
  ])
}

/** Properties that are required, always or with another property. */
const hasAll =
  (names: readonly string[]) =>
  (object: JsonObject): boolean =>
    names.every(name => Object.hasOwn(object, name))

const dependent =
  (keyword: string): SchemaKeyword =>
  (value, linking) => {
    if (!isObject(value)) linking.reportMistake(`"${keyword}" must be an object.`)
    const rules = Object.entries(asObject(value)).map(([name, rule]) => {
      const test = Array.isArray(rule)
        ? hasAll(rule.map(String))
        : linking.linkBelow(rule, childPointer(keyword, name))
      return [name, test] as const
    })
    return onObjects(
      (object, validation) =>
        rules.every(([name, test]) => !Object.hasOwn(object, name) || test(object, validation)),
      rules.length,
    )
  }

const properties: SchemaKeyword = (value, linking) => {
  const named = linkNamedSchemas(value, 'properties', linking)
  return onObjects(
    (object, validation) =>
      named.every(([name, test]) => !Object.hasOwn(object, name) || test(object[name] ?? null, validation)),
    named.length,
  )
}

const patternProperties: SchemaKeyword = (value, linking) => {
  const rules = linkNamedSchemas(value, 'patternProperties', linking).map(
    ([pattern, test]) => [linking.pattern(pattern), test] as const,
  )
  return onObjects((object, validation) =>
    Object.entries(object).every(([name, value]) =>
      rules.every(([matches, test]) => !matches(name, validation) || test(value, validation)),
    ),
  )
}

/** Properties not covered by `properties` or `patternProperties`. */
const additionalProperties: SchemaKeyword = (value, { linkBelow, pattern }, schema) => {
  const named = new Set(Object.keys(asObject(schema['properties'])))
  const patterns = Object.keys(asObject(schema['patternProperties'])).map(pattern)
  const test = linkBelow(value, 'additionalProperties')
  return onObjects((object, validation) =>
    Object.entries(object).every(
      ([name, value]) =>
        named.has(name) || patterns.some(matches => matches(name, validation)) || test(value, validation),
    ),
  )
}

export const objectKeywords: Readonly<Record<string, SchemaKeyword>> = {
  minProperties: sizeKeyword((found, value) => found >= value),
  maxProperties: sizeKeyword((found, value) => found <= value),
  required: (value, { reportError, reportMistake }) => {
    if (!Array.isArray(value)) return void reportError('"required" must be a list of names.')
    if (value.some(name => typeof name !== 'string')) reportMistake('"required" must be a list of names.')
    return onObjects(hasAll(value.map(String)), value.length)
  },
  properties,
  patternProperties,
  additionalProperties,
  propertyNames: (value, { linkBelow }) => {
    const test = linkBelow(value, 'propertyNames')
    return onObjects((object, validation) => Object.keys(object).every(name => test(name, validation)))
  },
  dependentRequired: dependent('dependentRequired'),
  dependentSchemas: dependent('dependentSchemas'),
  dependencies: dependent('dependencies'),
}
