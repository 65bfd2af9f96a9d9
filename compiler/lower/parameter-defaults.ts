// Applies the defaults of check parameters at every depth: in objects that are present, and in those of lists.
import type { ParametersSchema } from '../../schemas/generated/checks.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { CompileEnvironment } from '../facts/environment.ts'

const schemaOf = (value: unknown): ParametersSchema | undefined =>
  typeof value === 'object' && value !== null ? (value as ParametersSchema) : undefined

/** The object with the schema's defaults for missing properties: those of Portkey if the config has its spelling. */
export function withDefaults(
  value: JsonObject,
  schema: ParametersSchema,
  spelling?: CompileEnvironment['spelling'],
): JsonObject {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, ParametersSchema>>
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    'default' in property && !Object.hasOwn(value, name)
      ? [[name, defaultOf(property, spelling)] as const]
      : [],
  )
  const given = Object.entries(value).map(([name, inner]) => {
    const propertySchema = Object.hasOwn(properties, name)
      ? properties[name]
      : schemaOf(schema['additionalProperties'])
    return [name, propertySchema === undefined ? inner : completeValue(inner, propertySchema)] as const
  })
  return Object.fromEntries([...given, ...defaults])
}

const defaultOf = (property: ParametersSchema, spelling: CompileEnvironment['spelling']): Json =>
  (spelling === 'peer' && 'x-peer-default' in property
    ? property['x-peer-default']
    : property['default']) as Json

function completeValue(value: Json, schema: ParametersSchema): Json {
  const items = schemaOf(schema['items'])
  if (Array.isArray(value)) return items === undefined ? value : value.map(item => completeValue(item, items))
  return typeof value === 'object' && value !== null ? withDefaults(value as JsonObject, schema) : value
}
