// The schema of a custom check's parameters → a validator that reports every error with its path, like the generated
// validators of built-in checks.
import type { SchemaValidationError, Validator } from '../../../schemas/generated/validators.ts'
import { PARAMETER_MARKS } from '../../../schemas/lint-schema.ts'
import { asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ValidationState } from '../detect/json-schema/keyword.ts'
import { linkSchema } from '../detect/json-schema/link-schema.ts'

const MAX_DEPTH = 32

/** Keywords that do not validate. */
const ANNOTATIONS = new Set(['title', 'description', 'default', ...PARAMETER_MARKS])

export interface LinkedParameters {
  readonly validate: Validator
  /** Errors of the schema, as `path: sentence`; with any, the validator must not be used. */
  readonly errors: readonly string[]
}

export function linkParameters(root: Json): LinkedParameters {
  const errors: string[] = []
  const link = (schema: Json | undefined, at: string, depth: number): ValidateAt => {
    const linking: ParameterLinking = {
      linkBelow: (inner, path) => link(inner, `${at}/${path}`, depth + 1),
      reportSchemaError: sentence => void errors.push(`${at || '/'}: ${sentence}`),
    }
    if (isObject(schema) && depth <= MAX_DEPTH) return linkObject(schema, linking, at)
    linking.reportSchemaError(
      isObject(schema) ? 'The schema is nested too deeply.' : 'A schema must be an object.',
    )
    return () => {}
  }
  const validateAt = link(root, '', 0)
  const validate: Validator = value => {
    const violations = collectErrors(validateAt, value as Json, '')
    validate.errors = violations.length === 0 ? null : violations
    return violations.length === 0
  }
  return { validate, errors }
}

function linkObject(schema: JsonObject, linking: ParameterLinking, at: string): ValidateAt {
  const validators = Object.entries(schema).flatMap(([name, value]) => {
    if (ANNOTATIONS.has(name)) return []
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined
    if (keyword === undefined) linking.reportSchemaError(`"${name}" is not a supported keyword.`)
    return keyword?.(value, linking, schema) ?? []
  })
  const validateAll: ValidateAt = (value, path, report) => {
    for (const validate of validators) validate(value, path, report)
  }
  if (Object.hasOwn(schema, 'default')) {
    const [violation] = collectErrors(validateAll, schema['default'] ?? null, '')
    if (violation !== undefined) linking.reportSchemaError(`The default violates "${violation.keyword}".`)
  }
  // The runtime receives secrets separately from the parameters, and only at the top level.
  if (schema['x-secret'] === true && !/^\/properties\/[^/]+$/.test(at))
    linking.reportSchemaError('Only a top-level parameter may be a secret.')
  return validateAll
}

type ParamsOf = (keywordValue: Json) => SchemaValidationError['params']

/** Maximum validation steps per value and keyword. */
const MAX_STEPS = 1_000_000

const limit: ParamsOf = keywordValue => ({ limit: keywordValue })

const PARAMS: Readonly<Record<string, ParamsOf>> = {
  type: type => ({ type }),
  enum: allowedValues => ({ allowedValues }),
  const: allowedValue => ({ allowedValue }),
  minimum: keywordValue => ({ comparison: '>=', limit: keywordValue }),
  maximum: keywordValue => ({ comparison: '<=', limit: keywordValue }),
  minLength: limit,
  maxLength: limit,
  minItems: limit,
  maxItems: limit,
  maxProperties: limit,
  pattern: pattern => ({ pattern }),
}

const linkValueKeyword =
  (keyword: string, paramsOf: ParamsOf): ParameterKeyword =>
  (keywordValue, { reportSchemaError }) => {
    const { test, errors } = linkSchema({ [keyword]: keywordValue })
    const [firstError] = errors
    if (firstError !== undefined) return void reportSchemaError(firstError.sentence)
    const params = paramsOf(keywordValue)
    return (value, at, report) => {
      const validation: ValidationState = { stepsLeft: MAX_STEPS, depth: 0, violation: undefined }
      if (!test(value, validation)) report(schemaError(at, keyword, params))
    }
  }

/**
 * Keywords on single values, evaluated by the JSON Schema interpreter of the checks; errors use the terms of
 * the generated validators. Patterns run in linear time: parameters may come from a header.
 */
const parameterValueKeywords: Readonly<Record<string, ParameterKeyword>> = Object.fromEntries(
  Object.entries(PARAMS).map(([keyword, paramsOf]) => [keyword, linkValueKeyword(keyword, paramsOf)]),
)

const onObjects =
  (validate: (object: JsonObject, at: string, report: Parameters<ValidateAt>[2]) => void): ValidateAt =>
  (value, at, report) => {
    if (isObject(value)) validate(value, at, report)
  }

/** Keywords that apply to nested values, and unions. Only own properties count, whatever their names. */
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

const KEYWORDS: Readonly<Record<string, ParameterKeyword>> = {
  ...parameterValueKeywords,
  properties,
  required,
  additionalProperties,
  items,
  anyOf,
}

type ReportError = (schemaError: SchemaValidationError) => void
/** What a keyword is linked to: a walk over a value that reports every error. */
type ValidateAt = (value: Json, at: Pointer, report: ReportError) => void

/** The context for linking one schema. */
interface ParameterLinking {
  /** Links a schema below this one, at `path` within it. */
  readonly linkBelow: (schema: Json | undefined, path: string) => ValidateAt
  /** Reports an error of the schema: a sentence. */
  readonly reportSchemaError: (sentence: string) => void
}

/** Links one keyword; undefined when it requires nothing. */
type ParameterKeyword = (value: Json, linking: ParameterLinking, schema: JsonObject) => ValidateAt | undefined

const schemaError = (
  instancePath: Pointer,
  keyword: string,
  params: SchemaValidationError['params'] = {},
): SchemaValidationError => ({ instancePath, schemaPath: `#/${keyword}`, keyword, params })

function collectErrors(validate: ValidateAt, value: Json, at: Pointer): readonly SchemaValidationError[] {
  const errors: SchemaValidationError[] = []
  validate(value, at, each => void errors.push(each))
  return errors
}
