// The overrides in effect at a config node: its own, then those of its ancestors that it does not set.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { ownProperty } from '../values/json-values.ts'
import { type ConfigNode, objectProperty } from './config-node.ts'

export const OVERRIDES = 'override_params'

/** No overrides; always the same object, so that it can be used as a map key. */
export const NO_OVERRIDES: JsonObject = {}

/** `known` caches results, so that each node is merged once. */
export function effectiveOverrides(
  node: ConfigNode | undefined,
  known: Map<ConfigNode, JsonObject>,
): JsonObject {
  if (node === undefined) return NO_OVERRIDES
  const nodeOverrides = objectProperty(node, OVERRIDES)
  const inherited = effectiveOverrides(node.parent, known)
  const merged =
    known.get(node) ?? (nodeOverrides === undefined ? inherited : { ...inherited, ...nodeOverrides })
  known.set(node, merged)
  return merged
}

/** The nearest node, itself or an ancestor, that overrides the name. */
export function overridingNode(node: ConfigNode, name: string): ConfigNode {
  let at: ConfigNode | undefined = node
  while (at !== undefined && ownProperty(objectProperty(at, OVERRIDES), name) === undefined) at = at.parent
  return at ?? node
}
