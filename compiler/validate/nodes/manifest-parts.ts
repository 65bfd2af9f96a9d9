// Parts of a manifest before it is known to be valid: whether callers need a key, limits of policies and keys, slugs expected in the store,
// and what a manifest with errors defines by name, so that configs are still checked against it.
import { manifestFacts } from '../../../schemas/generated/facts.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { WrittenNames } from '../../facts/environment.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** Keys that are malformed count: that they are is reported elsewhere. */
export function hasApiKeys(manifest: Json): boolean {
  const keys = ownProperty(manifest, 'api_keys')
  return isJsonArray(keys) ? keys.length > 0 : keys !== undefined
}

export const callersNeedKeys = (manifest: Json): boolean =>
  hasApiKeys(manifest) || ownProperty(manifest, 'authentication') === 'required'

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
  const [providers, guardrails, references] = lists
  return providers === undefined || guardrails === undefined || references === undefined
    ? undefined
    : { providers: [...providers, ...external], guardrails, references: [...references, ...external] }
}

function namesOf(manifest: Json, kind: string): readonly string[] | undefined {
  const value = ownProperty(manifest, kind) ?? {}
  return isJsonObject(value) ? Object.keys(value) : undefined
}
