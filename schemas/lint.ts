// Lints all schema files: the dialect, and consistency between files.
import { lintChecks } from './lint-checks.ts'
import { lintReserved } from './lint-reserved.ts'
import { lintSchema } from './lint-schema.ts'
import {
  checkIds,
  REQUEST_NAMES,
  readCheckSchema,
  readProviderSpecs,
  readRequestSchema,
  readSchema,
  SCHEMA_NAMES,
  type Schema,
} from './sources.ts'

/** Every violation of the dialect, as `file path: sentence`; empty when the schemas are valid. */
export function lint(): readonly string[] {
  return [
    ...SCHEMA_NAMES.flatMap(name => lintSchema(`${name}.schema.json`, readSchema(name))),
    ...REQUEST_NAMES.flatMap(name => lintSchema(`api/${name}.schema.json`, readRequestSchema(name))),
    ...checkIds().flatMap(id => lintSchema(`checks/${id}.schema.json`, readCheckSchema(id))),
    ...lintChecks(),
    ...lintManifest(),
    ...lintProviderSpecs(),
    ...lintReserved(),
  ]
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
function lintProviderSpecs(): readonly string[] {
  const properties = readSchema('config')['properties'] as Record<string, Schema>
  const seen = new Map<string, string>()
  return readProviderSpecs().flatMap(spec => {
    const id = String(spec['id'])
    const names = [id, ...((spec['aliases'] ?? []) as string[])]
    const repeated = names
      .filter(name => seen.has(name))
      .map(name => `providers/${id}.json: "${name}" also names ${seen.get(name)}.`)
    for (const name of names) seen.set(name, id)
    const used = [
      ...((spec['credentials'] ?? []) as string[][]).flat(),
      ...Object.keys((spec['settings'] ?? {}) as Schema),
      ...((spec['reads'] ?? []) as string[]),
    ]
    const unknown = used
      .filter(name => properties[name]?.['x-binding'] !== true)
      .map(name => `providers/${id}.json: "${name}" is not a binding property.`)
    return [...repeated, ...unknown]
  })
}
