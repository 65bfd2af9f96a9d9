// What the keywords of a parameter schema are linked to: a walk over a value that reports every error.

import type { SchemaValidationError } from '../../../../schemas/generated/validators.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import type { Pointer } from '../../../../schemas/values/pointer.ts'

export type ReportError = (schemaError: SchemaValidationError) => void
export type ValidateAt = (value: Json, at: Pointer, report: ReportError) => void

/** The context for linking one schema. */
export interface ParameterLinking {
  /** Links a schema below this one, at `path` within it. */
  readonly linkBelow: (schema: Json | undefined, path: string) => ValidateAt
  /** Reports an error of the schema: a sentence. */
  readonly reportSchemaError: (sentence: string) => void
}

/** Links one keyword; undefined when it requires nothing. */
export type ParameterKeyword = (
  value: Json,
  linking: ParameterLinking,
  schema: JsonObject,
) => ValidateAt | undefined

export const schemaError = (
  instancePath: Pointer,
  keyword: string,
  params: SchemaValidationError['params'] = {},
): SchemaValidationError => ({ instancePath, schemaPath: `#/${keyword}`, keyword, params })

export function collectErrors(
  validate: ValidateAt,
  value: Json,
  at: Pointer,
): readonly SchemaValidationError[] {
  const errors: SchemaValidationError[] = []
  validate(value, at, each => void errors.push(each))
  return errors
}
