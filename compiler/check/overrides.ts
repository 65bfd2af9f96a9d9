// The overrides in force at a site: its own, then those of the sites above it that it does not name.
import type { JsonObject } from '../source.ts'
import { own } from './kind.ts'
import { objectOf, type Site } from './site.ts'

export const OVERRIDES = 'override_params'

/** No overrides; the same value each time, so that it can be a key. */
export const NO_OVERRIDES: JsonObject = {}

/** `known` keeps what was found, so that each site is merged once. */
export function overridesOf(site: Site | undefined, known: Map<Site, JsonObject>): JsonObject {
  if (site === undefined) return NO_OVERRIDES
  const here = objectOf(site, OVERRIDES)
  const above = overridesOf(site.parent, known)
  const merged = known.get(site) ?? (here === undefined ? above : { ...above, ...here })
  known.set(site, merged)
  return merged
}

/** The nearest site upwards whose overrides have the name. */
export function overriderOf(site: Site, name: string): Site {
  let at: Site | undefined = site
  while (at !== undefined && own(objectOf(at, OVERRIDES), name) === undefined) at = at.parent
  return at ?? site
}
