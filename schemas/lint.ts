// Lints all schema files: the dialect, and consistency between files.
import { lintChecks } from './lint-checks.ts'
import { lintControl } from './lint-control.ts'
import { lintErrors } from './lint-errors.ts'
import { lintFailures } from './lint-failures.ts'
import { lintLives } from './lint-lives.ts'
import { lintReserved } from './lint-reserved.ts'
import { lintSchema } from './lint-schema.ts'
import { lintUsage } from './lint-usage.ts'
import {
  checkIds,
  REQUEST_NAMES,
  readCheckSchema,
  readFamilies,
  readKnownParameters,
  readProviderSpecs,
  readRequestSchema,
  readSchema,
  readSchemaLanguages,
  SCHEMA_NAMES,
  type Schema,
} from './sources.ts'

/** Every violation of the dialect, as `file path: sentence`; empty when the schemas are valid. */
export function lint(): readonly string[] {
  return [
    ...SCHEMA_NAMES.flatMap(name => lintSchema(`${name}.schema.json`, readSchema(name))),
    ...REQUEST_NAMES.flatMap(name => lintSchema(`api/${name}.schema.json`, readRequestSchema(name))),
    ...lintSchema('api/parameters.schema.json', readKnownParameters()),
    ...checkIds().flatMap(id => lintSchema(`checks/${id}.schema.json`, readCheckSchema(id))),
    ...lintChecks(),
    ...lintManifest(),
    ...lintProviderSpecs(),
    ...lintFamilies(),
    ...lintReserved(),
    ...lintControl(),
    ...lintErrors(),
    ...lintFailures(),
    ...lintUsage(),
    ...lintLives(),
  ]
}

/** A stored provider takes every property that binds a config to a provider, by reference; a member of a pool what a stored provider takes. */
function lintManifest(): readonly string[] {
  const properties = readSchema('config')['properties'] as Record<string, Schema>
  const definitions = readSchema('manifest')['$defs'] as Record<string, { properties: Schema }>
  const stored = definitions['StoredProvider']?.properties ?? {}
  const member = definitions['PoolMember']?.properties ?? {}
  return [
    ...Object.keys(properties)
      .filter(name => properties[name]?.['x-binding'] === true && name !== 'virtual_key' && !(name in stored))
      .map(name => `manifest.schema.json /$defs/StoredProvider: "${name}" binds a provider and is missing.`),
    ...Object.keys(stored)
      .filter(name => name !== 'pool' && !(name in member))
      .map(name => `manifest.schema.json /$defs/PoolMember: "${name}" of a stored provider is missing.`),
  ]
}

/** Provider specs name config properties that exist, and identifiers are unique. */
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
    const language = spec['schemaLanguage']
    const languages =
      language === undefined || LANGUAGES.has(language)
        ? []
        : [`providers/${id}.json: "${language}" is not a language of schemas.`]
    return [
      ...repeated,
      ...unknown,
      ...languages,
      ...lintOwnFamilies(id, (spec['families'] ?? []) as readonly string[]),
    ]
  })
}

const LANGUAGES: ReadonlySet<unknown> = new Set(readSchemaLanguages().map(({ id }) => id))

/** The families of a vendor exist. */
function lintOwnFamilies(id: unknown, names: readonly string[]): readonly string[] {
  const known = readFamilies().map(family => String(family['id']))
  return names
    .filter(
      name => !known.some(each => (name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name)),
    )
    .map(name => `providers/${id}.json: "${name}" is not a family.`)
}

/** No two families claim the same name, and hosts are providers. */
function lintFamilies(): readonly string[] {
  const providers = new Set(readProviderSpecs().map(spec => spec['id']))
  const owners = new Map<string, string>()
  return readFamilies().flatMap(family => {
    const id = String(family['id'])
    const names = family['models'] as readonly string[]
    const repeated = names
      .filter(name => owners.has(name))
      .map(name => `families/${id}.json: "${name}" also belongs to ${owners.get(name)}.`)
    for (const name of names) owners.set(name, id)
    const unknown = Object.keys((family['hosts'] ?? {}) as Schema)
      .filter(host => !providers.has(host))
      .map(host => `families/${id}.json: "${host}" is not a provider.`)
    const languages = [family, ...Object.values((family['hosts'] ?? {}) as Record<string, Schema>)]
      .map(each => each['schemaLanguage'])
      .filter(name => name !== undefined && !LANGUAGES.has(name))
      .map(name => `families/${id}.json: "${name}" is not a language of schemas.`)
    return [...repeated, ...unknown, ...languages]
  })
}
