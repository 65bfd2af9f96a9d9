// A JSON Schema among the parameters of a check can be used: its keywords are supported and its references
// resolve.
import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { schemaProperties } from '../structure/check-parameters.ts'
import { isJsonObject } from '../values/json-values.ts'

interface SchemaParameter {
  readonly pointer: Pointer
  readonly schema: JsonObject
}

/** The schemas among parameters, where the schema of the check marks them. */
function* schemasIn(
  value: Json | undefined,
  schema: ParametersSchema | undefined,
  at: Pointer,
): Generator<SchemaParameter> {
  if (!isJsonObject(value)) return
  for (const [name, property] of Object.entries(schemaProperties(schema))) {
    const candidate = Object.hasOwn(value, name) ? value[name] : undefined
    if (property['x-json-schema'] === true && isJsonObject(candidate))
      yield { pointer: childPointer(at, name), schema: candidate }
  }
}

export const jsonSchemaIsValid: Rule = ({ catalog, guards }, report) => {
  for (const { checks } of guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      for (const schemaParameter of schemasIn(parameters, facts?.parameters, pointer)) {
        const error = catalog.validateJsonSchema(schemaParameter.schema)
        if (error !== undefined)
          report(
            'malformed-json-schema',
            { key: schemaParameter.pointer },
            `The JSON Schema cannot be used. At ${error}`,
          )
      }
}
