// A JSON Schema among the parameters of a check can be used: its keywords are supported and its references
// resolve.
import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import { child, type Pointer } from '../../pointer.ts'
import type { Json, JsonObject } from '../../source.ts'
import { isObject } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { propertiesOf } from '../structure/parameters.ts'

interface Written {
  readonly pointer: Pointer
  readonly schema: JsonObject
}

/** The schemas among parameters, where the schema of the check marks them. */
function* schemasIn(
  value: Json | undefined,
  schema: ParametersSchema | undefined,
  at: Pointer,
): Generator<Written> {
  if (!isObject(value)) return
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const held = Object.hasOwn(value, name) ? value[name] : undefined
    if (property['x-json-schema'] === true && isObject(held)) yield { pointer: child(at, name), schema: held }
  }
}

export const schemaCanBeUsed: Rule = ({ catalog, guards }, tell) => {
  for (const { checks } of guards.written)
    for (const { facts, parameters, pointer } of checks)
      for (const written of schemasIn(parameters, facts?.parameters, pointer)) {
        const mistake = catalog.judgeSchema(written.schema)
        if (mistake !== undefined)
          tell(
            'malformed-json-schema',
            { key: written.pointer },
            `The JSON Schema cannot be used. At ${mistake}`,
          )
      }
}
