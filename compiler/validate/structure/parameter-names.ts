// Property names and units of check parameters, found in their schema.
import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import { type Pointer, parentPointer, pointerTokens } from '../../../schemas/values/pointer.ts'
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

/** The names for parameters at a pointer of a text. */
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
