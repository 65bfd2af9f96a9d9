// The unions of a schema in the dialect's one form: `anyOf` of at least two, with null expressed as `nullable`.
// `allOf` is merged into one schema.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, isList, isObject } from '../../../schemas/values/json.ts'

export function simplifyUnions(original: JsonObject): JsonObject {
  const schema = withoutNullValue(joinAll(original))
  const { oneOf, anyOf, type, ...others } = schema
  const types = isList(type) ? type.filter(each => each !== 'null') : undefined
  const union = [...asList(anyOf), ...asList(oneOf)]
  const members = union.filter(member => !isNull(member))
  const nullable =
    (types !== undefined && types.length < asList(type).length) || members.length < union.length
  const shared: JsonObject = nullable ? { ...others, nullable: true } : others
  if (members.length === 1 && isObject(members[0]))
    return simplifyUnions(joinTwo({ ...shared, ...typePart(type, types) }, members[0]))
  if (members.length > 1) return { ...shared, ...typePart(type, types), anyOf: members }
  if (types === undefined || types.length < 2) return { ...shared, ...typePart(type, types) }
  return { ...sharedPart(shared), anyOf: types.map(each => constraints(shared, each)) }
}

const typePart = (type: Json | undefined, types: readonly Json[] | undefined): JsonObject => {
  const one = types === undefined ? type : types[0]
  return one === undefined ? {} : { type: one }
}

const isNull = (member: Json): boolean =>
  isObject(member) && (member['type'] === 'null' || ('const' in member && member['const'] === null))

/** Keywords of a multi-type schema that apply to all types together. */
const SHARED_KEYWORDS = new Set(['title', 'description', 'nullable', 'default', 'example'])
const sharedPart = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => SHARED_KEYWORDS.has(key)))

/** Keywords that apply to one type only. */
const TYPE_SPECIFIC: Readonly<Record<string, string>> = {
  ...{ properties: 'object', required: 'object', minProperties: 'object', maxProperties: 'object' },
  ...{ items: 'array', prefixItems: 'array', minItems: 'array', maxItems: 'array' },
}
const constraints = (schema: JsonObject, type: Json): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(schema).filter(
      ([key]) => !SHARED_KEYWORDS.has(key) && (TYPE_SPECIFIC[key] ?? type) === type,
    ),
  ),
  type,
})

function withoutNullValue(schema: JsonObject): JsonObject {
  const values = schema['enum']
  if (!isList(values) || !values.includes(null)) return schema
  return { ...schema, enum: values.filter(value => value !== null), nullable: true }
}

function joinAll(schema: JsonObject): JsonObject {
  const { allOf, ...others } = schema
  if (!isList(allOf)) return schema
  return allOf.filter(isObject).map(joinAll).reduce(joinTwo, others)
}

/** Merges two schemas: properties and required names of both; of other keywords the second takes precedence. */
function joinTwo(first: JsonObject, second: JsonObject): JsonObject {
  const properties = [first['properties'], second['properties']].filter(isObject)
  const required = [...asList(first['required']), ...asList(second['required'])]
  return {
    ...first,
    ...second,
    ...(properties.length > 0 ? { properties: Object.assign({}, ...properties) as JsonObject } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  }
}
