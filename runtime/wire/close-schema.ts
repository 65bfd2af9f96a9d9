// The schema of a structured output with every object closed (`additionalProperties: false`), which some dialects
// require. What matches the closed schema matches the open one too, so the client gets what it requested.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'

/** Keywords whose value is a map of schemas, not a schema. */
const schemaMaps = new Set(['properties', '$defs', 'definitions'])

/** Returns a copy; below `depth` the schema is left as it is. */
export function closeSchema(schema: Json, depth = 64): Json {
  if (depth === 0) return schema
  if (isList(schema)) return schema.map(item => closeSchema(item, depth - 1))
  if (!isObject(schema)) return schema
  const copy: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closeKeyword(key, value, depth - 1)]),
  )
  const open = schema['type'] === 'object' && schema['additionalProperties'] === undefined
  return open ? { ...copy, additionalProperties: false } : copy
}

function closeKeyword(key: string, value: Json, depth: number): Json {
  if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') return value
  if (!schemaMaps.has(key) || !isObject(value)) return closeSchema(value, depth)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closeSchema(inner, depth)]))
}
