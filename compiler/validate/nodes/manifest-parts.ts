// Parts of a manifest before it is known to be valid: whether callers need a key, limits of policies and keys, slugs expected in the store,
// and what a manifest with errors defines by name, so that configs are still checked against it.
import { manifestFacts } from '../../../schemas/generated/facts.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer, pointerTokens } from '../../../schemas/values/pointer.ts'
import type { WrittenNames } from '../../facts/environment.ts'
import type { NamedProviders } from '../../facts/known-models.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** Keys that are malformed count: that they are is reported elsewhere. */
export function hasApiKeys(manifest: Json): boolean {
  const keys = ownProperty(manifest, 'api_keys')
  return isJsonArray(keys) ? keys.length > 0 : keys !== undefined
}

export const callersNeedKeys = (manifest: Json): boolean =>
  hasApiKeys(manifest) || ownProperty(manifest, 'authentication') === 'required'

/** A member of a pool, or a stored provider outside of pools. */
interface StoredEntry {
  readonly pointer: Pointer
  readonly value: JsonObject
}

/** What calls providers itself: the stored providers that are not pools, and the members of pools that do not name a slug. */
export const storedEntries = (manifest: Json): readonly StoredEntry[] =>
  Object.entries(objectOf(ownProperty(manifest, 'providers'))).flatMap(([slug, provider]) => {
    const pointer = childPointer('/providers', slug)
    if (!isJsonObject(provider)) return []
    return provider['pool'] === undefined
      ? [{ pointer, value: provider }]
      : membersOf(pointer, provider).filter(({ value: { provider: named } }) => !namesSlug(named))
  })

/** The members of a pool that are objects. */
export const membersOf = (pool: Pointer, provider: JsonObject): readonly StoredEntry[] =>
  Object.entries(objectOf(ownProperty(provider['pool'], 'members'))).flatMap(([name, value]) =>
    isJsonObject(value) ? [{ pointer: childPointer(`${pool}/pool/members`, name), value }] : [],
  )

export const namesSlug = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.startsWith('@')

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** The slug of a stored provider: `claude`, or `claude.a` for the member `a` of the pool `claude`. */
export function slugOfEntry(pointer: Pointer): string {
  const [, slug = '', , , member] = pointerTokens(pointer)
  return member === undefined ? slug : `${slug}.${member}`
}

/** The slugs of the stored providers that a slug may reach, with the name of a model there: of a pool those of its members. */
export function slugsReachedBy(
  manifest: Json,
  slug: string,
  model: string,
): readonly { readonly slug: string; readonly model: string }[] {
  const pointer = childPointer('/providers', slug)
  const provider = objectOf(ownProperty(objectOf(ownProperty(manifest, 'providers')), slug))
  const pool = provider['pool']
  if (pool === undefined) return [{ slug, model }]
  const names = ownProperty(ownProperty(pool, 'models'), model)
  return membersOf(pointer, provider).flatMap(member => {
    const named = member.value['provider']
    const name = names === undefined ? model : ownProperty(names, pointerTokens(member.pointer).at(-1) ?? '')
    return typeof name === 'string'
      ? [{ slug: namesSlug(named) ? named.slice(1) : slugOfEntry(member.pointer), model: name }]
      : []
  })
}

/** The stored providers and pools as the names of their models need them. */
export function namedProviders(manifest: Json): NamedProviders {
  const pools = Object.entries(objectOf(ownProperty(manifest, 'providers'))).flatMap(([slug, provider]) => {
    const pool = ownProperty(provider, 'pool')
    if (!isJsonObject(provider) || pool === undefined) return []
    const members = membersOf(childPointer('/providers', slug), provider).map(({ pointer, value }) => ({
      name: pointerTokens(pointer).at(-1) ?? '',
      slug: namesSlug(value['provider']) ? value['provider'].slice(1) : slugOfEntry(pointer),
    }))
    const models = Object.keys(objectOf(ownProperty(pool, 'models'))).map(name => [name, {}] as const)
    return [[slug, { members, models: Object.fromEntries(models) }] as const]
  })
  const providers = storedEntries(manifest).map(({ pointer, value: { provider } }) => [
    slugOfEntry(pointer),
    typeof provider === 'string' ? { provider } : {},
  ])
  return { providers: Object.fromEntries(providers), pools: Object.fromEntries(pools) }
}

/** All slugs that the providers of a manifest define. */
export const slugsOfProviders = (manifest: Json): readonly string[] => [
  ...new Set([
    ...Object.keys(objectOf(ownProperty(manifest, 'providers'))),
    ...storedEntries(manifest).map(({ pointer }) => slugOfEntry(pointer)),
  ]),
]

interface LocatedLimit {
  readonly pointer: Pointer
  readonly value: Json
}

export const limitsOf = (owner: Json | undefined, at: Pointer): readonly LocatedLimit[] =>
  ['rate_limits', 'usage_limits'].flatMap(list => {
    const limits = ownProperty(owner, list)
    return (isJsonArray(limits) ? limits : []).map((value, index) => ({
      pointer: childPointer(childPointer(at, list), index),
      value,
    }))
  })

const METADATA = /^metadata\.([^.]+)$/

/** The keys of metadata that policies read, in conditions and groups. */
export const metadataKeysOf = (manifest: Json): readonly { readonly key: string; readonly at: Pointer }[] =>
  limitsOf(ownProperty(manifest, 'policies'), '/policies').flatMap(({ pointer, value }) =>
    ['conditions', 'group_by'].flatMap(list => {
      const items = ownProperty(value, list)
      return (isJsonArray(items) ? items : []).flatMap((item, index) => {
        const named = ownProperty(item, 'key')
        const key = typeof named === 'string' ? METADATA.exec(named)?.[1] : undefined
        return key === undefined
          ? []
          : [{ key, at: `${childPointer(childPointer(pointer, list), index)}/key` }]
      })
    }),
  )

export function externalSlugs(manifest: Json): readonly string[] {
  const external = ownProperty(manifest, 'external')
  return (isJsonArray(external) ? external : []).filter(slug => typeof slug === 'string')
}

/** Undefined where a property of the manifest may be a misspelling of one that defines names. */
export function writtenNames(manifest: Json | undefined): WrittenNames | undefined {
  if (!isJsonObject(manifest)) return undefined
  if (Object.keys(manifest).some(name => !Object.hasOwn(manifestFacts, name))) return undefined
  const listed = ownProperty(manifest, 'external') ?? []
  if (!isJsonArray(listed) || listed.some(slug => typeof slug !== 'string' || slug === '')) return undefined
  const external = externalSlugs(manifest)
  const lists = ['providers', 'guardrails', 'secret_references'].map(kind => namesOf(manifest, kind))
  const [names, guardrails, references] = lists
  const providers = names && [...slugsOfProviders(manifest)]
  return providers === undefined || guardrails === undefined || references === undefined
    ? undefined
    : { providers: [...providers, ...external], guardrails, references: [...references, ...external] }
}

function namesOf(manifest: Json, kind: string): readonly string[] | undefined {
  const value = ownProperty(manifest, kind) ?? {}
  return isJsonObject(value) ? Object.keys(value) : undefined
}
