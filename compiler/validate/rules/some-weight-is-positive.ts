// A load balancer has at least one target with traffic.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { numberProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'

export const someWeightIsPositive: Rule = (context, report) => {
  for (const node of context.nodes) {
    const { targets } = node
    const allZero = targets.length > 0 && targets.every(target => numberProperty(target, 'weight') === 0)
    if (strategyMode(context, node) === 'loadbalance' && allZero)
      report(
        'all-weights-zero',
        { key: childPointer(node.pointer, 'targets') },
        'Every target has weight 0, so none can serve a request. Give at least one target a positive weight.',
      )
  }
}
