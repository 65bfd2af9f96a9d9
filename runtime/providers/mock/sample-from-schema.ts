// JSON schema → the simplest value that matches it, deterministic. Supports what tools and response formats use; an
// unsupported schema yields the empty object.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText, isObject } from '../../../schemas/values/json.ts'

/** Maximum number of schemas visited before every further value is null: references may be cyclic. */
const MAX_VISITS = 500

/** The longest string and array generated, whatever the schema demands. */
const MAX_LENGTH = 100

/** The document that references are resolved in, and the remaining number of visits. */
interface Walk {
  readonly root: JsonObject
  left: number
}

/** A value of the schema; references are resolved in the schema itself. */
export function sampleFromSchema(schema: Json | undefined): Json {
  return sampleOf(asObject(schema), { root: asObject(schema), left: MAX_VISITS })
}

function sampleOf(schema: JsonObject, walk: Walk): Json {
  if (walk.left-- <= 0) return null
  const reference = asText(schema['$ref'])
  if (reference !== undefined) return sampleOf(resolve(reference, walk.root), walk)
  if (schema['const'] !== undefined) return schema['const']
  if (schema['default'] !== undefined) return schema['default']
  const first = asList(schema['enum'])[0]
  if (first !== undefined) return first
  const choice = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap(asList)[0]
  if (choice !== undefined) return sampleOf(asObject(choice), walk)
  return sampleOfType(schema, walk)
}

function sampleOfType(schema: JsonObject, walk: Walk): Json {
  const type = asText(schema['type']) ?? asText(asList(schema['type'])[0])
  if (type === 'string') return 'text'.padEnd(Math.min(asCount(schema['minLength']) ?? 0, MAX_LENGTH), '.')
  if (type === 'integer' || type === 'number') return number(schema)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'array')
    return Array.from({ length: Math.min(Math.max(asCount(schema['minItems']) ?? 1, 1), MAX_LENGTH) }, () =>
      sampleOf(asObject(schema['items']), walk),
    )
  const properties = Object.entries(asObject(schema['properties']))
  return Object.fromEntries(properties.map(([name, property]) => [name, sampleOf(asObject(property), walk)]))
}

/** The smallest matching integer, starting at 1 where the schema has no lower bound. */
function number(schema: JsonObject): number {
  const { minimum, exclusiveMinimum, maximum } = schema
  const low =
    typeof minimum === 'number'
      ? Math.ceil(minimum)
      : typeof exclusiveMinimum === 'number'
        ? Math.floor(exclusiveMinimum) + 1
        : 1
  return typeof maximum === 'number' && low > maximum ? maximum : low
}

/** A local reference such as `#/$defs/Place`. */
function resolve(reference: string, root: JsonObject): JsonObject {
  const steps = reference.split('/').slice(1)
  const target = steps.reduce<Json | undefined>(
    (current, step) => (isObject(current) ? current[step] : undefined),
    root,
  )
  return asObject(target)
}
