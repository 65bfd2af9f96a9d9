// A config node is any object with the shape of a config: the config itself, a target, or a stored provider of a
// manifest. Rules read it through these functions, which return undefined for a value of the wrong type
// (structure.ts has already reported it).

import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ModelSlug, parseModelSlug } from '../../facts/model-slug.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

export interface ConfigNode {
  readonly pointer: Pointer
  readonly value: JsonObject
  /** The node whose targets include this one; undefined for the root and for stored providers. */
  readonly parent: ConfigNode | undefined
  /** The names of its properties, with misspelled ones corrected. */
  readonly names: ReadonlySet<string>
  /** The targets that are objects, in order. */
  readonly targets: readonly ConfigNode[]
}

/** True when the property is present, also under a misspelled name. */
export const hasProperty = (node: ConfigNode, name: string): boolean => node.names.has(name)

/** True when the node calls a provider itself instead of choosing among targets. */
export const isLeaf = (node: ConfigNode): boolean =>
  !hasProperty(node, 'strategy') && !hasProperty(node, 'targets')

export function stringProperty(node: ConfigNode, name: string): string | undefined {
  const value = ownProperty(node.value, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberProperty(node: ConfigNode, name: string): number | undefined {
  const value = ownProperty(node.value, name)
  return typeof value === 'number' ? value : undefined
}

export function objectProperty(node: ConfigNode, name: string): JsonObject | undefined {
  const value = ownProperty(node.value, name)
  return isJsonObject(value) ? value : undefined
}

export function arrayProperty(node: ConfigNode, name: string): readonly Json[] | undefined {
  const value = ownProperty(node.value, name)
  return isJsonArray(value) ? value : undefined
}

/** The nearest node, itself or an ancestor, that has the property. */
export function nearestWithProperty(node: ConfigNode, name: string): ConfigNode | undefined {
  let current: ConfigNode | undefined = node
  while (current !== undefined && !hasProperty(current, name)) current = current.parent
  return current
}

export interface NamedSlug {
  readonly slug: string
  readonly property: 'provider' | 'virtual_key' | 'override_params'
  /** The value that contains the slug; an override may be that of an ancestor. */
  readonly at: Pointer
}

/**
 * The slug that a node names in any spelling. A virtual key takes precedence over a provider that is not a slug; an override
 * of the model names the provider of a node that has none.
 */
export function slugOf(node: ConfigNode): NamedSlug | undefined {
  const named = namedSlugOf(node)
  if (named !== undefined || !isLeaf(node) || NAMING.some(name => hasProperty(node, name))) return named
  const overridden = overriddenSlugOf(node)
  return overridden && { slug: overridden.slug, property: 'override_params', at: overridden.at }
}

/** The properties by which a node names its provider. */
const NAMING = ['provider', 'virtual_key', 'passthrough', 'prompt_id'] as const

/** The slug that a node names by `provider` or `virtual_key`. */
export function namedSlugOf(node: ConfigNode): NamedSlug | undefined {
  const provider = stringProperty(node, 'provider')
  if (provider?.startsWith('@'))
    return { slug: provider.slice(1), property: 'provider', at: childPointer(node.pointer, 'provider') }
  const virtualKey = stringProperty(node, 'virtual_key')
  return virtualKey === undefined
    ? undefined
    : {
        slug: virtualKey.replace(/^@/, ''),
        property: 'virtual_key',
        at: childPointer(node.pointer, 'virtual_key'),
      }
}

/** The slug in the override of the model that is in effect at a node: its own, else that of the nearest ancestor. */
export function overriddenSlugOf(node: ConfigNode): (ModelSlug & { readonly at: Pointer }) | undefined {
  let holder: ConfigNode | undefined = node
  while (holder !== undefined) {
    const model = ownProperty(objectProperty(holder, 'override_params'), 'model')
    const at = childPointer(childPointer(holder.pointer, 'override_params'), 'model')
    const parsed = parseModelSlug(model)
    if (model !== undefined) return parsed && { ...parsed, at }
    holder = holder.parent
  }
  return undefined
}
