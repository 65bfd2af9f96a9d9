// Rules about the names and weights of targets.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { takenTargetReferences } from '../nodes/conditions.ts'
import { hasProperty, isLeaf, slugOf, stringProperty } from '../nodes/config-node.ts'
import { type Rule, strategyMode } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

/** Every target that calls a provider names it: credentials are never inherited. Only the root may leave it to request headers. */
export const targetNamesItsProvider: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    const namesProvider =
      hasProperty(node, 'provider') ||
      hasProperty(node, 'virtual_key') ||
      hasProperty(node, 'prompt_id') ||
      slugOf(node) !== undefined
    const isPassthrough = hasProperty(node, 'passthrough') && ownProperty(node.value, 'passthrough') !== false
    if (node.parent === undefined || !isLeaf(node) || namesProvider || isPassthrough) continue
    const parentNamesProvider =
      hasProperty(node.parent, 'provider') || hasProperty(node.parent, 'virtual_key')
    const reason = parentNamesProvider
      ? ' The provider of the config above is not inherited.'
      : ' Add "provider", or "passthrough: true" to take it from the request.'
    report('missing-provider', node.pointer, `The target names no provider.${reason}`)
  }
}

/** `weight` applies to targets of a load balancer, and `name` to targets that conditions select. */
export const weightAndNameBelongToTargets: Rule = (context, report) => {
  for (const node of context.nodes) {
    const weight = { key: childPointer(node.pointer, 'weight') }
    const mode = node.parent && strategyMode(context, node.parent)
    const hasWeight = ownProperty(node.value, 'weight') !== undefined
    if (node.parent === undefined) {
      if (hasWeight)
        report(
          'setting-without-effect',
          weight,
          '"weight" has no effect on the config itself: it belongs to a target.',
        )
      if (ownProperty(node.value, 'name') !== undefined)
        report(
          'setting-without-effect',
          { key: childPointer(node.pointer, 'name') },
          '"name" has no effect on the config itself: it names a target. A config is named after its file.',
        )
    } else if (hasWeight && mode !== undefined && mode !== 'loadbalance')
      report(
        'setting-without-effect',
        weight,
        `"weight" has no effect in mode "${mode}": mode "loadbalance" reads it.`,
      )
  }
}

/** No two targets of one config share a name. */
export const targetNamesAreUnique: Rule = (context, report) => {
  for (const node of context.nodes) {
    const { targets } = node
    const first = new Map<string, Pointer>()
    for (const target of targets) {
      const name = stringProperty(target, 'name')
      if (name === undefined) continue
      const at = childPointer(target.pointer, 'name')
      const earlier = first.get(name)
      if (earlier === undefined) first.set(name, at)
      else
        report('duplicate-target-name', at, `Two targets have the name ${quoteName(name)}.`, {
          notes: [
            { at: earlier, message: 'first used here' },
            ...takenTargetReferences(context, node).map(({ pointer, name: meant }) => ({
              at: pointer,
              message: `no target has the name ${quoteName(meant)}, which is used here`,
            })),
          ],
        })
    }
  }
}
