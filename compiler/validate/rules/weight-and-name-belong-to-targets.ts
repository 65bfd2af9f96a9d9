// `weight` applies to targets of a load balancer, and `name` to targets that conditions select.
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

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
