// Keywords that apply to nested values, and unions. Only own properties count, whatever their names.

import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, isObject } from '../../../../schemas/values/json.ts'
import { childPointer } from '../../../../schemas/values/pointer.ts'
import { collectErrors, type ParameterKeyword, schemaError, type ValidateAt } from './keyword.ts'

const onObjects =
  (validate: (object: JsonObject, at: string, report: Parameters<ValidateAt>[2]) => void): ValidateAt =>
  (value, at, report) => {
    if (isObject(value)) validate(value, at, report)
  }

const properties: ParameterKeyword = (keywordValue, { linkBelow, reportSchemaError }) => {
  if (!isObject(keywordValue)) return void reportSchemaError('"properties" must be an object.')
  const validators = Object.entries(keywordValue).map(
    ([name, schema]) => [name, linkBelow(schema, `properties/${name}`)] as const,
  )
  return onObjects((object, at, report) => {
    for (const [name, validate] of validators)
      if (Object.hasOwn(object, name)) validate(object[name] ?? null, childPointer(at, name), report)
  })
}

const required: ParameterKeyword = (keywordValue, { reportSchemaError }, schema) => {
  const declared = asObject(schema['properties'])
  const names = (Array.isArray(keywordValue) ? keywordValue : [keywordValue]).filter(
    name => typeof name === 'string',
  )
  if (!Array.isArray(keywordValue) || names.length < keywordValue.length)
    return void reportSchemaError('"required" must be a list of names.')
  if (names.some(name => !Object.hasOwn(declared, name)))
    return void reportSchemaError('"required" contains a name that is not a property.')
  return onObjects((object, at, report) => {
    for (const name of names)
      if (!Object.hasOwn(object, name)) report(schemaError(at, 'required', { missingProperty: name }))
  })
}

const additionalProperties: ParameterKeyword = (keywordValue, { linkBelow }, schema) => {
  if (keywordValue === true) return undefined
  const declared = new Set(Object.keys(asObject(schema['properties'])))
  const validate = keywordValue === false ? undefined : linkBelow(keywordValue, 'additionalProperties')
  return onObjects((object, at, report) => {
    for (const [name, value] of Object.entries(object)) {
      if (declared.has(name)) continue
      if (validate === undefined)
        report(schemaError(at, 'additionalProperties', { additionalProperty: name }))
      else validate(value, childPointer(at, name), report)
    }
  })
}

const items: ParameterKeyword = (keywordValue, { linkBelow }) => {
  const validate = linkBelow(keywordValue, 'items')
  return (value, at, report) => {
    for (const [index, item] of Array.isArray(value) ? value.entries() : [])
      validate(item as Json, childPointer(at, index), report)
  }
}

/** When no branch matches, the errors of all branches are reported, and one for the union: the reporter merges them. */
const anyOf: ParameterKeyword = (keywordValue, { linkBelow, reportSchemaError }) => {
  if (!Array.isArray(keywordValue) || keywordValue.length === 0)
    return void reportSchemaError('"anyOf" must be a list of schemas.')
  const validators = keywordValue.map((schema: Json, index) => linkBelow(schema, `anyOf/${index}`))
  return (value, at, report) => {
    const branches = validators.map(validate => collectErrors(validate, value, at))
    if (branches.some(errors => errors.length === 0)) return
    for (const error of branches.flat()) report(error)
    report(schemaError(at, 'anyOf'))
  }
}

export const parameterMemberKeywords: Readonly<Record<string, ParameterKeyword>> = {
  properties,
  required,
  additionalProperties,
  items,
  anyOf,
}
