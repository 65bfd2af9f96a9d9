// What is wrong with a JSON Schema, for the compiler, which tells it where the schema was written.
import type { Json } from '../../../../compiler/source.ts'
import { linkSchema } from './link-schema.ts'

/** The first mistake, as a place in the schema and a sentence; undefined where the schema can be used. */
export const schemaMistake = (schema: Json): string | undefined => linkSchema(schema).mistakes[0]
