// An override that the provider does not support is dropped on every call, or every chat is rejected for it: reported at
// compile time, not only in each reply.

import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, isLeaf } from '../nodes/config-node.ts'
import { effectiveOverrides, NO_OVERRIDES, OVERRIDES, overridingNode } from '../nodes/overrides.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { providerSpecsOf } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'
import { nearParameters } from '../values/request-parameters.ts'

export const providerSupportsTheOverride: Rule = (context, report) => {
  const { catalog, nodes, environment } = context
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  const known = new Map<ConfigNode, JsonObject>()
  const faultsByOverrides = new Map<JsonObject, Map<string, OverrideFaults>>()
  const called = nodes.flatMap(node =>
    isLeaf(node) && ownProperty(node.value, 'passthrough') !== true
      ? providerSpecsOf(context, node).map(spec => ({ node, spec }))
      : [],
  )
  for (const { node, spec } of called) {
    const overrides = spec.served ? effectiveOverrides(node, known) : NO_OVERRIDES
    // The model selects what is served: no provider drops it.
    if (Object.keys(overrides).every(name => name === 'model')) continue
    const faultsByProvider = faultsByOverrides.get(overrides) ?? new Map<string, OverrideFaults>()
    const { rejected, lost } = faultsByProvider.get(spec.id) ?? {
      rejected:
        environment.rejectsUnsupported === true ? catalog.alwaysDroppedOverrides(spec, overrides) : [],
      lost: catalog.unsupportedOverrides(spec, overrides),
    }
    faultsByOverrides.set(overrides, faultsByProvider.set(spec.id, { rejected, lost }))
    const at = (name: string) => ({
      key: childPointer(childPointer(overridingNode(node, name).pointer, OVERRIDES), name),
    })
    for (const name of rejected)
      report(
        'override-is-rejected',
        at(name),
        `With "unsupported: reject" in the manifest every chat is rejected there: ${spec.name} does not support this "${name}"${forModel(overrides)}.`,
      )
    for (const { version, removes } of spec.apiVersions ?? [])
      for (const name of removes.filter(each => (overrides[each] ?? null) !== null))
        report(
          'override-refused-by-version',
          at(name),
          `${spec.name} refuses "${name}" in version ${version} of its API, which the Messages of newer clients select.`,
        )
    // A misspelt name is reported as one.
    for (const name of lost.filter(each => !rejected.includes(each) && nearParameters(each).length === 0))
      report(
        'override-is-lost',
        at(name),
        `${spec.name} does not support "${name}"${forModel(overrides)}, so it has no effect there.`,
      )
  }
}

/** Names of overrides: for which every chat is rejected, and those without effect. */
interface OverrideFaults {
  readonly rejected: readonly string[]
  readonly lost: readonly string[]
}

/** The model decides with the provider, where the config sets it. */
const forModel = ({ model }: JsonObject): string =>
  typeof model === 'string' ? ` for the model "${model}"` : ''
