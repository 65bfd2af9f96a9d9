// An override that the provider does not support is dropped on every call: reported at compile time, not only in a
// header of each reply.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, isLeaf } from '../config-node.ts'
import { ownProperty } from '../json-values.ts'
import { effectiveOverrides, NO_OVERRIDES, OVERRIDES, overridingNode } from '../overrides.ts'
import type { Rule } from '../rule.ts'
import { providerSpecOf } from '../rule-context.ts'

export const providerSupportsTheOverride: Rule = (context, report) => {
  const { catalog, nodes, environment } = context
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  const known = new Map<ConfigNode, JsonObject>()
  const unsupportedByOverrides = new Map<JsonObject, Map<string, readonly string[]>>()
  for (const node of nodes) {
    const spec =
      isLeaf(node) && ownProperty(node.value, 'passthrough') !== true
        ? providerSpecOf(context, node)
        : undefined
    const overrides = spec?.served === true ? effectiveOverrides(node, known) : NO_OVERRIDES
    if (spec === undefined || Object.keys(overrides).length === 0) continue
    const unsupportedByProvider =
      unsupportedByOverrides.get(overrides) ?? new Map<string, readonly string[]>()
    const unsupported = unsupportedByProvider.get(spec.id) ?? catalog.unsupportedOverrides(spec, overrides)
    unsupportedByOverrides.set(overrides, unsupportedByProvider.set(spec.id, unsupported))
    for (const name of unsupported) {
      const at = childPointer(childPointer(overridingNode(node, name).pointer, OVERRIDES), name)
      report(
        'override-is-lost',
        { key: at },
        `${spec.name} does not support "${name}"${forModel(overrides)}, so it has no effect there.`,
      )
    }
  }
}

/** The model decides with the provider, where the config sets it. */
const forModel = ({ model }: JsonObject): string =>
  typeof model === 'string' ? ` for the model "${model}"` : ''
