// The schema of a custom check's parameters → a validator that reports every error with its path, like the generated
// validators of built-in checks.

import type { Validator } from '../../../../schemas/generated/validators.ts'
import { PARAMETER_MARKS } from '../../../../schemas/lint-schema.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { isObject } from '../../../../schemas/values/json.ts'
import { collectErrors, type ParameterLinking, type ValidateAt } from './keyword.ts'
import { parameterMemberKeywords } from './member-keywords.ts'
import { parameterValueKeywords } from './value-keywords.ts'

const MAX_DEPTH = 32

const KEYWORDS = { ...parameterValueKeywords, ...parameterMemberKeywords }

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
