// Property names and units of check parameters, found in their schema.
import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import { type Pointer, parent, tokens } from '../../pointer.ts'
import type { Vocabulary } from './known.ts'

type Properties = Readonly<Record<string, ParametersSchema>>

export const propertiesOf = (schema: ParametersSchema | undefined): Properties =>
  (schema?.['properties'] ?? {}) as Properties

/** The schema of a property or item; undefined where anything is allowed. */
export function below(schema: ParametersSchema | undefined, token: string): ParametersSchema | undefined {
  const properties = propertiesOf(schema)
  if (Object.hasOwn(properties, token)) return properties[token]
  const inner = schema?.['items'] ?? schema?.['additionalProperties']
  return typeof inner === 'object' && inner !== null ? (inner as ParametersSchema) : undefined
}

/** The names for parameters at a pointer of a text. */
export function parametersVocabulary(schema: ParametersSchema, at: Pointer): Vocabulary {
  const depth = tokens(at).length
  const schemaAt = (pointer: Pointer): ParametersSchema | undefined =>
    tokens(pointer).slice(depth).reduce<ParametersSchema | undefined>(below, schema)
  return {
    root: 'parameters',
    names: pointer => Object.keys(propertiesOf(schemaAt(pointer))),
    unit: pointer => unitOf(schemaAt(pointer), schemaAt(parent(pointer))),
  }
}

function unitOf(
  property: ParametersSchema | undefined,
  holder: ParametersSchema | undefined,
): string | undefined {
  if (holder === undefined || !/^(?:integer|number)$/.test(String(property?.['type']))) return undefined
  return /\b(?:milliseconds|seconds|bytes)\b/i.exec(String(property?.['description']))?.[0].toLowerCase()
}
