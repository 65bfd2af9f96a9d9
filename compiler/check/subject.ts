// The context of rules: the config nodes and the environment, prepared once so that no rule walks the tree itself.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Catalog } from '../catalog.ts'
import { child, type Pointer } from '../pointer.ts'
import type { JsonObject, ParsedSource } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import type { Guards, KnownGuard } from './guards.ts'
import { isList, isObject, own } from './kind.ts'
import { type Site, slugOf, textOf } from './site.ts'
import type { Structure } from './structure.ts'

export interface Subject {
  /** Whether the nodes are a config and its targets, or the stored providers of a manifest. */
  readonly of: 'config' | 'manifest'
  readonly parsed: ParsedSource
  readonly catalog: Catalog
  readonly surroundings: Surroundings
  readonly structure: Structure
  /** Every config node, parents before their targets. */
  readonly sites: readonly Site[]
  /** Its hooks and guardrails, and those of a manifest. */
  readonly guards: Guards
  /** The guardrails that may be referenced, by identifier. */
  readonly knownGuards: ReadonlyMap<string, KnownGuard>
}

/** A config node and all its descendants. */
export function sitesFrom(
  value: JsonObject,
  pointer: Pointer,
  structure: Structure,
  parent?: Site,
): readonly Site[] {
  const targets: Site[] = []
  const below: Site[] = []
  const site: Site = { pointer, value, parent, names: structure.meant(pointer, value), targets }
  const list = own(value, 'targets')
  for (const [index, target] of isList(list) ? list.entries() : []) {
    if (!isObject(target)) continue
    const found = sitesFrom(target, child(child(pointer, 'targets'), index), structure, site)
    targets.push(...found.slice(0, 1))
    below.push(...found)
  }
  return [site, ...below]
}

/** The strategy mode of a node, if it is present and valid. */
export function modeOf({ structure }: Subject, site: Site): string | undefined {
  const mode = own(own(site.value, 'strategy'), 'mode')
  const at = child(child(site.pointer, 'strategy'), 'mode')
  return typeof mode === 'string' && !structure.blamed.has(at) ? mode : undefined
}

/** The spec of the provider that a node calls, through its slug if it names one. */
export function rowOf({ catalog, surroundings }: Subject, site: Site): ProviderSpec | undefined {
  const named = slugOf(site)
  if (named === undefined) return catalog.provider(textOf(site, 'provider') ?? '')
  const stored = Object.hasOwn(surroundings.providers, named.slug)
    ? surroundings.providers[named.slug]
    : undefined
  return stored && catalog.provider(stored.provider)
}
