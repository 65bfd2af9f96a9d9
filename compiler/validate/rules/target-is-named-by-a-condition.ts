// Every target of a conditional strategy is reachable: it has a name that a condition or the default uses.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { hasReadableNames, targetReferences, unknownTargetReferences } from '../nodes/conditions.ts'
import { stringProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'

export const targetIsNamedByACondition: Rule = (context, report) => {
  for (const node of context.nodes) {
    const references = targetReferences(context, node)
    const hasUnknown = unknownTargetReferences(context, node).length > 0
    if (
      strategyMode(context, node) !== 'conditional' ||
      references.length === 0 ||
      hasUnknown ||
      !hasReadableNames(node)
    )
      continue
    const reached = new Set(references.map(({ name }) => name))
    for (const target of node.targets) {
      const name = stringProperty(target, 'name')
      if (name === undefined)
        report('unrouted-target', target.pointer, 'The target has no "name", so no condition can select it.')
      else if (!reached.has(name))
        report(
          'unrouted-target',
          childPointer(target.pointer, 'name'),
          `Neither a condition nor "default" selects the target ${quoteName(name)}, so it never runs.`,
        )
    }
  }
}
