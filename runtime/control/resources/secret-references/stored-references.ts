// The secret references of the store for calls: read from their managers and cached in memory, again when a reference changes.
import type { PlanSecretReference } from '../../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import { asObject } from '../../../../schemas/values/json.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { Sealing } from '../../core/sealing/sealing.ts'
import { openFields } from '../../core/sealing/secret-fields.ts'
import { mappedName } from '../integrations/compile-integration.ts'
import { INTEGRATION, INTEGRATIONS_BY_REFERENCE, integrationOf } from '../integrations/model.ts'
import { authPlace, SECRET_REFERENCE, savedReferenceOf } from './model.ts'
import {
  type CachedSecret,
  createSecretCache,
  type SecretCache,
  type SecretCacheOptions,
  type SecretValue,
} from './secret-cache.ts'
import { type SecretSource, secretFault } from './secret-source.ts'

export interface ReferenceSources {
  /** The secret references of the store, with the secrets of their managers; absent without a store. */
  readonly references?: Pick<StoredReferences, 'all' | 'generation' | 'lookUp'> | undefined
}

/** Opens the manager of a reference; `credential` gives the secrets of its authentication. */
export type OpenSecretSource = (
  reference: PlanSecretReference,
  credential: (name: string) => string | undefined,
) => SecretSource

export interface StoredReferencesOptions extends Omit<SecretCacheOptions, 'known'> {
  readonly replica: Replica
  readonly sealing: Sealing | undefined
  readonly openSource: OpenSecretSource
}

export interface StoredReferences {
  /** The references by slug, and by slug and property where a mapping names another one. */
  readonly all: () => Readonly<Record<string, PlanSecretReference>>
  /** A reference as it is now. */
  readonly find: (slug: string) => PlanSecretReference | undefined
  readonly lookUp: (name: string) => string | undefined
  /** Raised when a reference, or what integrations name of one, has changed. */
  readonly generation: () => number
  /** Resolves when the secrets have been read from their managers. */
  readonly loaded: () => Promise<unknown>
  readonly stop: () => void
}

interface Opened {
  readonly references: Readonly<Record<string, PlanSecretReference>>
  /** The settings of each reference, by its name: the same settings mean the same secret. */
  readonly definitions: ReadonlyMap<string, string>
  readonly cache: SecretCache
  readonly loading: Promise<unknown>
}

export function openStoredReferences(options: StoredReferencesOptions): StoredReferences {
  const { replica } = options
  let generation = 0
  let opened = openReferences(options, undefined)
  const reopen = (): void => {
    const next = openReferences(options, opened)
    opened.cache.stop()
    opened = next
    generation += 1
  }
  replica.onChange(SECRET_REFERENCE, reopen)
  // Mappings may name other properties of a reference. Most integrations map none, or the same as before.
  const named = new Map<string, string>()
  const noteMappings = (id: string): boolean => {
    const names = namesOfMappings(replica.get(INTEGRATION, id))
    if ((named.get(id) ?? '') === names) return false
    if (names === '') named.delete(id)
    else named.set(id, names)
    return true
  }
  for (const { id } of replica.all(INTEGRATION)) noteMappings(id)
  replica.onChange(INTEGRATION, changed => {
    const ids = changed ?? [...named.keys(), ...replica.all(INTEGRATION).map(({ id }) => id)]
    if (ids.filter(noteMappings).length > 0) reopen()
  })
  return {
    all: () => opened.references,
    find: slug => (Object.hasOwn(opened.references, slug) ? opened.references[slug] : undefined),
    lookUp: name => opened.cache.lookUp(name),
    generation: () => generation,
    loaded: () => opened.loading,
    stop: () => opened.cache.stop(),
  }
}

function openReferences(options: StoredReferencesOptions, before: Opened | undefined): Opened {
  const { replica, sealing, openSource, clock, random, onChange } = options
  const references: Record<string, PlanSecretReference> = {}
  const definitions = new Map<string, string>()
  const sources = new Map<string, CachedSecret>()
  for (const resource of replica.all(SECRET_REFERENCE)) {
    const { lowered } = savedReferenceOf(resource)
    const auth = openFields(sealing, asObject(resource.value['auth_config']), authPlace(resource.id))
    for (const [name, key] of namesOf(replica, resource.id)) {
      const reference = key === undefined ? lowered : { ...lowered, key }
      references[name] = reference
      definitions.set(name, canonicalJson([reference, resource.value['auth_config'] ?? null]))
      const { maxAge, maxStale } = reference
      const read: SecretSource =
        typeof auth === 'string'
          ? async () => secretFault('denied', auth)
          : openSource(reference, setting => auth.get(setting))
      sources.set(name, { read, maxAge, maxStale })
    }
  }
  const known = new Map<string, SecretValue>()
  const values = before?.cache.values() ?? new Map<string, SecretValue>()
  for (const [name, definition] of definitions) {
    const value = values.get(name)
    if (value !== undefined && before?.definitions.get(name) === definition) known.set(name, value)
  }
  const cache = createSecretCache(sources, { clock, random, onChange, known })
  return { references, definitions, cache, loading: cache.load() }
}

/** The names under which calls look a reference up, each with the property that it names in place of that of the reference. */
function namesOf(replica: Replica, slug: string): ReadonlyMap<string, string | undefined> {
  const names = new Map<string, string | undefined>([[slug, undefined]])
  for (const resource of replica.find(INTEGRATIONS_BY_REFERENCE, slug))
    for (const mapping of integrationOf(resource).mappings)
      if (mapping.secret_reference_id === slug && typeof mapping.secret_key === 'string')
        names.set(mappedName(mapping), mapping.secret_key)
  return names
}

/** The names that the mappings of an integration add, as text; empty for none. */
const namesOfMappings = (resource: Resource | undefined): string =>
  resource === undefined
    ? ''
    : integrationOf(resource)
        .mappings.filter(({ secret_key }) => typeof secret_key === 'string')
        .map(mapping => JSON.stringify([mappedName(mapping), mapping.secret_key]))
        .sort()
        .join()
