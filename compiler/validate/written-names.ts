// What a manifest with errors defines by name: that much of it is known, so that configs are still told what they name wrongly.
import { manifestFacts } from '../../schemas/generated/facts.ts'
import type { Json } from '../../schemas/values/json.ts'
import type { WrittenNames } from '../facts/environment.ts'
import { externalSlugs } from './external-slugs.ts'
import { isJsonArray, isJsonObject, ownProperty } from './json-values.ts'

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
