// The rules of our schema dialect. What a schema may say is kept small, so that the validators need no library and
// each mistake in a config can be told in one sentence.
import { lintChecks } from './lint-checks.ts'
import {
  checkIds,
  REQUEST_NAMES,
  readCheckSchema,
  readRequestSchema,
  readRows,
  readSchema,
  SCHEMA_NAMES,
  type Schema,
} from './sources.ts'

const KEYWORDS = new Set(
  `$schema $id $ref $defs title description type properties required additionalProperties items enum const default
   minimum maximum minLength minItems maxItems maxProperties propertyNames pattern anyOf oneOf if then discriminator tsType
   x-secret x-rotates x-machine x-binding x-inherit x-header x-unsupported x-alias-of x-contexts x-operators
   x-pattern x-timeout x-sides x-reads x-rewrites x-windows x-address x-asks`.split(/\s+/),
)

/** Every breach of the dialect, as `file path: sentence`; empty when the schemas are sound. */
export function lint(): readonly string[] {
  return [
    ...SCHEMA_NAMES.flatMap(name => lintSchema(`${name}.schema.json`, readSchema(name))),
    ...REQUEST_NAMES.flatMap(name => lintSchema(`api/${name}.schema.json`, readRequestSchema(name))),
    ...checkIds().flatMap(id => lintSchema(`checks/${id}.schema.json`, readCheckSchema(id))),
    ...lintChecks(),
    ...lintManifest(),
    ...lintRows(),
  ]
}

function lintSchema(file: string, root: Schema): readonly string[] {
  const breaches: string[] = []
  const visit = (schema: Schema, path: string, named: boolean): void => {
    const complain = (sentence: string): void => void breaches.push(`${file} ${path || '/'}: ${sentence}`)
    const keys = Object.keys(schema)
    for (const key of keys) if (!KEYWORDS.has(key)) complain(`"${key}" is not a keyword of the dialect.`)
    if ('$ref' in schema && keys.length > 1) complain('A reference stands alone.')
    const description = schema['description']
    if (typeof description === 'string' && !/^[A-Z0-9].*[^.]\.$/s.test(description))
      complain('A description begins with a capital and ends with one full stop.')
    if (named && !('$ref' in schema) && description === undefined) complain('A property has a description.')
    if ('properties' in schema && !('additionalProperties' in schema) && schema['type'] !== undefined)
      complain('An object says whether it is closed.')
    if ('default' in schema && schema['description'] === undefined)
      complain('A default belongs to a described property.')
    for (const group of ['properties', '$defs'] as const) {
      for (const [name, inner] of Object.entries((schema[group] ?? {}) as Record<string, Schema>))
        visit(inner, `${path}/${group}/${name}`, true)
    }
    if (typeof schema['additionalProperties'] === 'object')
      visit(schema['additionalProperties'] as Schema, `${path}/additionalProperties`, false)
    if (typeof schema['items'] === 'object') visit(schema['items'] as Schema, `${path}/items`, false)
  }
  visit(root, '', true)
  return breaches
}

/** A stored provider takes every property that binds a config to a provider, by reference. */
function lintManifest(): readonly string[] {
  const properties = readSchema('config')['properties'] as Record<string, Schema>
  const stored =
    (readSchema('manifest')['$defs'] as Record<string, { properties: Schema }>)['StoredProvider']
      ?.properties ?? {}
  return Object.keys(properties)
    .filter(name => properties[name]?.['x-binding'] === true && name !== 'virtual_key' && !(name in stored))
    .map(name => `manifest.schema.json /$defs/StoredProvider: "${name}" binds a provider and is missing.`)
}

/** Rows name config properties that exist, and no identifier stands twice. */
function lintRows(): readonly string[] {
  const properties = readSchema('config')['properties'] as Record<string, Schema>
  const seen = new Map<string, string>()
  return readRows().flatMap(row => {
    const id = String(row['id'])
    const names = [id, ...((row['aliases'] ?? []) as string[])]
    const repeated = names
      .filter(name => seen.has(name))
      .map(name => `providers/${id}.json: "${name}" also names ${seen.get(name)}.`)
    for (const name of names) seen.set(name, id)
    const used = [
      ...((row['credentials'] ?? []) as string[][]).flat(),
      ...Object.keys((row['settings'] ?? {}) as Schema),
      ...((row['reads'] ?? []) as string[]),
    ]
    const unknown = used
      .filter(name => properties[name]?.['x-binding'] !== true)
      .map(name => `providers/${id}.json: "${name}" is not a binding property.`)
    return [...repeated, ...unknown]
  })
}
