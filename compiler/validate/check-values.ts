// The parameters of a check with their schemas, at every depth, for the rules that read keywords of the schema.
import type { ParametersSchema } from '../../schemas/generated/checks.ts'
import type { Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { isJsonArray, isJsonObject } from './json-values.ts'
import { subschema } from './structure/parameter-names.ts'

export interface CheckValue {
  readonly value: Json
  readonly schema: ParametersSchema
  readonly pointer: Pointer
}

/** A value and all values below it that the schema describes, in source order. */
export function* checkValues(value: Json, schema: ParametersSchema, pointer: Pointer): Generator<CheckValue> {
  yield { value, schema, pointer }
  const entries = isJsonArray(value) ? value.entries() : Object.entries(isJsonObject(value) ? value : {})
  for (const [token, inner] of entries) {
    const innerSchema = subschema(schema, String(token))
    if (innerSchema !== undefined) yield* checkValues(inner, innerSchema, childPointer(pointer, token))
  }
}
