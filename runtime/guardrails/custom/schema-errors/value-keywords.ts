// Keywords on single values, evaluated by the JSON Schema interpreter of the checks; errors use the terms of the
// generated validators. Patterns run in linear time: parameters may come from a header.

import type { SchemaValidationError } from '../../../../schemas/generated/validators.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import type { ValidationState } from '../../detect/json-schema/keyword.ts'
import { linkSchema } from '../../detect/json-schema/link-schema.ts'
import { type ParameterKeyword, schemaError } from './keyword.ts'

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
    // The interpreter prefixes the sentence with the path in its schema, which is known here.
    if (firstError !== undefined) return void reportSchemaError(firstError.slice(firstError.indexOf(' ') + 1))
    const params = paramsOf(keywordValue)
    return (value, at, report) => {
      const validation: ValidationState = { stepsLeft: MAX_STEPS, depth: 0, violation: undefined }
      if (!test(value, validation)) report(schemaError(at, keyword, params))
    }
  }

export const parameterValueKeywords: Readonly<Record<string, ParameterKeyword>> = Object.fromEntries(
  Object.entries(PARAMS).map(([keyword, paramsOf]) => [keyword, linkValueKeyword(keyword, paramsOf)]),
)
