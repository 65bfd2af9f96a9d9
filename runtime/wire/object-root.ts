// The parameters of a tool as one object, for models that take no union at their root. The result accepts everything that the original
// accepts; the union is explained in the description.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, isObject, present, writeJson } from '../../schemas/values/json.ts'
import { withoutAllOf } from './merge-all-of.ts'

const UNIONS = ['allOf', 'anyOf', 'oneOf']

export interface ObjectRoot {
  readonly schema: JsonObject
  /** The unions that were left out. */
  readonly left: readonly string[]
  /** Their explanation, for the description of the tool. */
  readonly note: string
}

/** Undefined if the root has no union. */
export function objectRoot(parameters: JsonObject): ObjectRoot | undefined {
  if (!UNIONS.some(name => name in parameters)) return undefined
  const merged = withoutAllOf(parameters)
  const left = UNIONS.filter(name => name in merged)
  const { allOf, anyOf, oneOf, ...own } = merged
  const all = asList(allOf).map(asObject)
  const alternatives = [asList(anyOf), asList(oneOf)].map(members => members.map(asObject))
  const known = [own, ...all, ...alternatives.flat()].map(({ properties }) => asObject(properties))
  const required = new Set([own, ...all].flatMap(requiredOf))
  // Of alternatives, a property is required only if each of them requires it.
  for (const [first, ...others] of alternatives)
    for (const name of requiredOf(first))
      if (others.every(other => requiredOf(other).includes(name))) required.add(name)
  const properties = merge(known)
  const schema = present({
    ...own,
    type: 'object',
    properties,
    required: required.size === 0 ? undefined : [...required],
    // A closed object could reject properties that its members do not name.
    additionalProperties: left.length === 0 ? own['additionalProperties'] : undefined,
  })
  const note = left.map(name => `${name}: ${writeJson(merged[name] ?? null)}.`).join(' ')
  return { schema, left, note }
}

const requiredOf = (schema: JsonObject | undefined): readonly string[] =>
  asList(schema?.['required']).filter(name => typeof name === 'string')

/** A property that members describe differently matches any of its descriptions. */
function merge(known: readonly JsonObject[]): JsonObject {
  const byName = new Map<string, Json[]>()
  for (const properties of known)
    for (const [name, schema] of Object.entries(properties)) {
      const before = byName.get(name) ?? []
      if (!before.some(each => writeJson(each) === writeJson(schema))) byName.set(name, [...before, schema])
    }
  return Object.fromEntries(
    [...byName].map(([name, schemas]): [string, Json] => [
      name,
      schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas.filter(isObject) },
    ]),
  )
}
