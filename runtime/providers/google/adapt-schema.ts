// The parameters schema of a tool in the dialect's schema language, a subset of OpenAPI's: a copy without
// references, with a single type, `nullable`, and `anyOf` as the only union. Unsupported keywords are not sent (one
// of them fails the whole request); what the model should still know is added to the description.
import {
  asList,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import { withoutReferences } from '../../wire/schema-references.ts'

/** Keywords that pass unchanged. */
const PASSED_KEYWORDS = [
  ...['title', 'nullable', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minimum', 'maximum'],
  ...['minLength', 'maxLength', 'pattern', 'default', 'example', 'propertyOrdering'],
] as const

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}

/** Never mutates its argument. Schemas that are not objects (`true`) allow anything. */
export const adaptSchema = (schema: Json): JsonObject => adapt(withoutReferences(schema))

function adapt(value: Json | undefined): JsonObject {
  if (!isObject(value)) return {}
  const schema = simplifyUnions(value)
  const type = typeOf(schema)
  const properties = isObject(schema['properties']) ? schema['properties'] : undefined
  const notes: string[] = []
  const values = allowedValues(schema, notes)
  const format = formatOf(schema, type, notes)
  for (const [keyword, phrase] of [
    ['exclusiveMinimum', 'Greater than'],
    ['exclusiveMaximum', 'Less than'],
    ['multipleOf', 'A multiple of'],
  ] as const)
    if (typeof schema[keyword] === 'number') notes.push(`${phrase} ${schema[keyword]}.`)
  const members = asList(schema['anyOf']).map(adapt)
  return present({
    type: members.length > 0 ? undefined : (values?.type ?? type)?.toUpperCase(),
    ...Object.fromEntries(PASSED_KEYWORDS.map(keyword => [keyword, schema[keyword] ?? undefined])),
    description: [asText(schema['description']), ...notes].filter(Boolean).join(' ') || undefined,
    format,
    enum: values?.list,
    items: type === 'array' ? itemsOf(schema) : undefined,
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, adapt(inner)])),
    required: requiredOf(schema, properties),
    anyOf: members.length > 0 ? members : undefined,
  })
}

function typeOf(schema: JsonObject): string | undefined {
  const declaredType = asText(schema['type'])?.toLowerCase()
  if (declaredType !== undefined && TYPES.has(declaredType)) return declaredType
  if (isObject(schema['properties'])) return 'object'
  return schema['items'] === undefined && schema['prefixItems'] === undefined ? undefined : 'array'
}

/** The dialect requires the item type of an array, and has no tuples. */
function itemsOf(schema: JsonObject): JsonObject {
  const tupleItems = asList(schema['prefixItems'] ?? schema['items'])
  const items = tupleItems.length > 0 ? adapt({ anyOf: tupleItems }) : adapt(schema['items'])
  return Object.keys(items).length === 0 ? { type: 'STRING' } : items
}

/** Only names in `properties` may be required. */
function requiredOf(schema: JsonObject, properties: JsonObject | undefined): Json | undefined {
  if (!Array.isArray(schema['required']) || properties === undefined) return undefined
  return schema['required'].filter(name => typeof name === 'string' && Object.hasOwn(properties, name))
}

/** The dialect supports enums of non-empty strings only; other values are added to the description. */
function allowedValues(
  schema: JsonObject,
  notes: string[],
): { readonly type: string; readonly list: readonly string[] } | undefined {
  const values = schema['const'] === undefined ? asList(schema['enum']) : [schema['const']]
  if (values.length === 0) return undefined
  if (values.every((value): value is string => typeof value === 'string' && value !== ''))
    return { type: 'string', list: values }
  notes.push(`One of: ${values.map(writeJson).join(', ')}.`)
  return undefined
}

function formatOf(schema: JsonObject, type: string | undefined, notes: string[]): string | undefined {
  const format = asText(schema['format'])
  if (format === undefined || FORMATS[type ?? '']?.includes(format)) return format
  notes.push(`Format: ${format}.`)
  return undefined
}

/**
 * The unions of a schema in the dialect's one form: `anyOf` of at least two, with null expressed as
 * `nullable`. `allOf` is merged into one schema.
 */
function simplifyUnions(original: JsonObject): JsonObject {
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
