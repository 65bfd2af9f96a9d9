// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.

/** One complaint of a validator, in Ajv's terms: `params` says what was expected. */
export interface Complaint {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The name of a property that is itself what is complained of. */
  readonly propertyName?: string
}

export interface Validator {
  (value: unknown): boolean
  errors?: readonly Complaint[] | null
}

export declare const config: Validator
export declare const manifest: Validator
export declare const bundle: Validator
export declare const plan: Validator
