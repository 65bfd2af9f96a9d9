// The overrides in force at a config node: its own, then those of its ancestors that it does not set.
import type { JsonObject } from '../source.ts'
import { own } from './kind.ts'
import { objectOf, type Site } from './site.ts'

export const OVERRIDES = 'override_params'

/** No overrides; always the same object, so that it can be used as a map key. */
export const NO_OVERRIDES: JsonObject = {}

/** `known` caches results, so that each node is merged once. */
export function overridesOf(site: Site | undefined, known: Map<Site, JsonObject>): JsonObject {
  if (site === undefined) return NO_OVERRIDES
  const here = objectOf(site, OVERRIDES)
  const above = overridesOf(site.parent, known)
  const merged = known.get(site) ?? (here === undefined ? above : { ...above, ...here })
  known.set(site, merged)
  return merged
}

/** The nearest node, itself or an ancestor, that overrides the name. */
export function overriderOf(site: Site, name: string): Site {
  let at: Site | undefined = site
  while (at !== undefined && own(objectOf(at, OVERRIDES), name) === undefined) at = at.parent
  return at ?? site
}
