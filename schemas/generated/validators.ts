// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.

/** One validation error, in Ajv's format: `params` holds what was expected. */
export interface SchemaValidationError {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The property name, when the name itself is invalid. */
  readonly propertyName?: string
}

export interface Validator {
  (value: unknown): boolean
  errors?: readonly SchemaValidationError[] | null
}
