// The value of a source at a path, and the schemas that it may have from the schema of its file: several if there are alternatives.
import { isList, isObject, type Json } from '../../schemas/values/json.ts'

export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** How often references may be followed on the way to one value. */
const MAX_REFERENCES = 8

/** The schema with what it refers to and its alternatives, each of which is a schema of its own. */
function alternatives(schema: JsonSchema, root: JsonSchema, left = MAX_REFERENCES): readonly JsonSchema[] {
  if (left === 0) return []
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema
  const referred =
    $ref === undefined ? undefined : $ref === '#' ? root : root.$defs?.[$ref.replace(/^#\/\$defs\//, '')]
  const below = [...(referred === undefined ? [] : [referred]), ...anyOf, ...oneOf, ...allOf]
  return [schema, ...below.flatMap(each => alternatives(each, root, left - 1))]
}

function step(schema: JsonSchema, token: string): readonly JsonSchema[] {
  const { properties, additionalProperties, items } = schema
  if (properties !== undefined && Object.hasOwn(properties, token)) {
    const property = properties[token]
    return property === undefined ? [] : [property]
  }
  if (items !== undefined && /^\d+$/.test(token)) return [items]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

/** All schemas that the value at the path may have. */
export function schemasAt(root: JsonSchema, path: readonly string[]): readonly JsonSchema[] {
  let found = alternatives(root, root)
  for (const token of path)
    found = found.flatMap(each => step(each, token).flatMap(next => alternatives(next, root)))
  return found
}

/** The description of a property: its own, before that of what it refers to. */
export const descriptionAt = (root: JsonSchema, path: readonly string[]): string | undefined =>
  schemasAt(root, path).find(({ description }) => description !== undefined)?.description

/** Undefined if there is none. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let found = value
  for (const token of path) {
    if (isList(found)) found = found[Number(token)]
    else if (isObject(found) && Object.hasOwn(found, token)) found = found[token]
    else return undefined
  }
  return found
}
