// A schema whose `allOf` is merged into it, where each keyword has one meaning in the result: properties of several
// members side by side, and all of their required names.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, isList, isObject, writeJson } from '../../schemas/values/json.ts'

/** Unchanged if it cannot be merged: a keyword has different values in two members, or one of them is closed. */
export function withoutAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...own } = schema
  if (!isList(allOf) || !allOf.every(isObject)) return schema
  let result: JsonObject | undefined = own
  for (const member of allOf) result = result && merge(result, withoutAllOf(member))
  return result ?? schema
}

/** A closed member would reject the properties of the others. */
const CLOSING = ['additionalProperties', 'unevaluatedProperties', '$ref', 'allOf']

function merge(one: JsonObject, other: JsonObject): JsonObject | undefined {
  if (CLOSING.some(keyword => keyword in other || (keyword in one && 'properties' in other))) return undefined
  const result: Record<string, Json> = { ...one }
  for (const [keyword, value] of Object.entries(other)) {
    const known = result[keyword]
    if (known === undefined) result[keyword] = value
    else if (keyword === 'required') result[keyword] = [...new Set([...asList(known), ...asList(value)])]
    else if (keyword === 'properties') {
      const properties = mergeProperties(asObject(known), asObject(value))
      if (properties === undefined) return undefined
      result[keyword] = properties
    } else if (keyword === 'description') result[keyword] = `${known} ${value}`
    else if (writeJson(known) !== writeJson(value)) return undefined
  }
  return result
}

function mergeProperties(one: JsonObject, other: JsonObject): JsonObject | undefined {
  const isSame = Object.entries(other).every(
    ([name, schema]) => one[name] === undefined || writeJson(one[name]) === writeJson(schema),
  )
  return isSame ? { ...one, ...other } : undefined
}
