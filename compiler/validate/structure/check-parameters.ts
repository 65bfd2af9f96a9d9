// The parameters of a check by its schema: property names, units, and the schema of each value at every depth.
import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer, parentPointer, pointerTokens } from '../../../schemas/values/pointer.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'
import type { PropertyNames } from './property-names.ts'

type Properties = Readonly<Record<string, ParametersSchema>>

export const schemaProperties = (schema: ParametersSchema | undefined): Properties =>
  (schema?.['properties'] ?? {}) as Properties

/** The schema of a property or item; undefined where anything is allowed. */
export function subschema(schema: ParametersSchema | undefined, token: string): ParametersSchema | undefined {
  const properties = schemaProperties(schema)
  if (Object.hasOwn(properties, token)) return properties[token]
  const inner = schema?.['items'] ?? schema?.['additionalProperties']
  return typeof inner === 'object' && inner !== null ? (inner as ParametersSchema) : undefined
}

/** The names for parameters at a pointer of a source. */
export function parameterNames(schema: ParametersSchema, at: Pointer): PropertyNames {
  const depth = pointerTokens(at).length
  const schemaAt = (pointer: Pointer): ParametersSchema | undefined =>
    pointerTokens(pointer).slice(depth).reduce<ParametersSchema | undefined>(subschema, schema)
  return {
    root: 'parameters',
    names: pointer => Object.keys(schemaProperties(schemaAt(pointer))),
    unit: pointer => unitOf(schemaAt(pointer), schemaAt(parentPointer(pointer))),
  }
}

function unitOf(
  property: ParametersSchema | undefined,
  parentSchema: ParametersSchema | undefined,
): string | undefined {
  if (parentSchema === undefined || !/^(?:integer|number)$/.test(String(property?.['type']))) return undefined
  return /\b(?:milliseconds|seconds|bytes)\b/i.exec(String(property?.['description']))?.[0].toLowerCase()
}

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
