// The first error of a JSON Schema, for the compiler, which reports it at its source location.
import type { Json } from '../../../../schemas/values/json.ts'
import { linkSchema } from './link-schema.ts'

/** The first error, as a path in the schema and a sentence; undefined when the schema is valid. */
export const findSchemaError = (schema: Json): string | undefined => linkSchema(schema).errors[0]
