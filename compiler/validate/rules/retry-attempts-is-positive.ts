// A retry has at least one attempt.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { nearestWithProperty, objectProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

export const retryAttemptsIsPositive: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    if (ownProperty(objectProperty(node, 'retry'), 'attempts') !== 0) continue
    // A target may disable the inherited retry this way, which is an effect.
    if (node.parent !== undefined && nearestWithProperty(node.parent, 'retry') !== undefined) continue
    report(
      'setting-without-effect',
      childPointer(childPointer(node.pointer, 'retry'), 'attempts'),
      'With 0 attempts "retry" has no effect: every call is made once.',
    )
  }
}
