// A config node is any object with the shape of a config: the config itself, a target, or a stored provider of a
// manifest. Rules read it through these functions, which return undefined for a value of the wrong type
// (structure.ts has already reported it).
import type { Pointer } from '../pointer.ts'
import type { Json, JsonObject } from '../source.ts'
import { isList, isObject, own } from './kind.ts'

export interface Site {
  readonly pointer: Pointer
  readonly value: JsonObject
  /** The node whose targets include this one; undefined for the root and for stored providers. */
  readonly parent: Site | undefined
  /** The names of its properties, with misspelled ones corrected. */
  readonly names: ReadonlySet<string>
  /** The targets that are objects, in order. */
  readonly targets: readonly Site[]
}

/** True when the property is present, also under a misspelled name. */
export const has = (site: Site, name: string): boolean => site.names.has(name)

/** True when the node calls a provider itself instead of choosing among targets. */
export const isLeaf = (site: Site): boolean => !has(site, 'strategy') && !has(site, 'targets')

export function textOf(site: Site, name: string): string | undefined {
  const value = own(site.value, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(site: Site, name: string): number | undefined {
  const value = own(site.value, name)
  return typeof value === 'number' ? value : undefined
}

export function objectOf(site: Site, name: string): JsonObject | undefined {
  const value = own(site.value, name)
  return isObject(value) ? value : undefined
}

export function listOf(site: Site, name: string): readonly Json[] | undefined {
  const value = own(site.value, name)
  return isList(value) ? value : undefined
}

/** The nearest node, itself or an ancestor, that has the property. */
export function holderOf(site: Site, name: string): Site | undefined {
  let at: Site | undefined = site
  while (at !== undefined && !has(at, name)) at = at.parent
  return at
}

/** The slug that a node names in either spelling. A virtual key takes precedence over a provider that is not a slug. */
export function slugOf(site: Site): { readonly slug: string; readonly property: string } | undefined {
  const provider = textOf(site, 'provider')
  if (provider?.startsWith('@')) return { slug: provider.slice(1), property: 'provider' }
  const virtualKey = textOf(site, 'virtual_key')
  return virtualKey === undefined
    ? undefined
    : { slug: virtualKey.replace(/^@/, ''), property: 'virtual_key' }
}
