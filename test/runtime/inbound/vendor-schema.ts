// The vendor's own description of its interface, read in place beside the recordings, as validators. The vendor's traffic
// does not keep it: "any property may be null" is the one relaxation that what we write needs.
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../../schemas/values/json.ts'
import { isRecorded, recordedText } from '../providers/recordings.ts'

const FILE = 'openai-openapi.yaml'

export const hasVendorSchema = isRecorded(FILE)

/** Keys by the schema below which they may be absent, however deep. */
export type Absences = Readonly<Record<string, readonly string[]>>

/** A validator of each named schema. */
export function vendorValidators<Name extends string>(
  names: readonly Name[],
  absences: Absences = {},
): Readonly<Record<Name, ValidateFunction>> {
  const found = reachable(names, sections(recordedText(FILE)))
  const schemas = Object.fromEntries(
    Object.entries(found).map(([name, schema]) => [name, without(schema, absences[name] ?? [])]),
  )
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false, discriminator: false })
  ajv.addSchema({ $id: 'vendor', components: { schemas: relaxed(schemas) } })
  const entries = names.map(
    name => [name, ajv.compile({ $ref: `vendor#/components/schemas/${name}` })] as const,
  )
  return Object.fromEntries(entries) as Record<Name, ValidateFunction>
}

/** The text of each schema by its name: the file is long, and most of it is not needed. */
const sections = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .slice(text.indexOf('\n  schemas:\n'))
      .split(/\n(?= {4}[A-Za-z][\w-]*:\n)/)
      .map(section => [section.slice(0, section.indexOf(':')).trim(), section] as const),
  )

function reachable(names: readonly string[], texts: ReadonlyMap<string, string>): JsonObject {
  const found: Record<string, Json> = {}
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (name in found) continue
    const text = texts.get(name) ?? ''
    found[name] = asObject(parse(text, { maxAliasCount: -1 }))[name] ?? {}
    queue.push(...[...text.matchAll(/#\/components\/schemas\/([\w-]+)/g)].map(([, to = '']) => to))
  }
  return found
}

/** The schema, with keys that are required no more. */
function without(schema: Json, keys: readonly string[]): Json {
  if (keys.length === 0) return schema
  if (isList(schema)) return schema.map(each => without(each, keys))
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'required' && isList(value)
        ? value.filter(name => !keys.includes(String(name)))
        : without(value, keys),
    ]),
  )
}

/** Words of an older schema language, which the validator would read otherwise. */
const OLD = new Set(['nullable', 'exclusiveMinimum', 'exclusiveMaximum'])

function relaxed(schema: Json): Json {
  if (isList(schema)) return schema.map(relaxed)
  if (!isObject(schema)) return schema
  const known = Object.entries(schema).filter(([key, value]) => typeof value !== 'boolean' || !OLD.has(key))
  return Object.fromEntries(
    known.map(([key, value]) => [key, key === 'properties' ? nullable(asObject(value)) : relaxed(value)]),
  )
}

const nullable = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { anyOf: [relaxed(schema), { type: 'null' }] },
    ]),
  )
