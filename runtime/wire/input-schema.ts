// The schema of a tool's arguments for dialects that require an object schema, also for tools without parameters.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject } from '../../schemas/values/json.ts'

export function inputSchema(parameters: Json | undefined): JsonObject {
  const schema = asObject(parameters)
  if (Object.keys(schema).length === 0) return { type: 'object', properties: {} }
  return schema['type'] === undefined ? { type: 'object', ...schema } : schema
}
