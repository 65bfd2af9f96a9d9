// A conditional strategy has conditions and a default; the other modes have neither.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { objectProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

const NEEDED = ['conditions', 'default']

export const conditionalIsComplete: Rule = (context, report) => {
  for (const node of context.nodes) {
    const strategy = objectProperty(node, 'strategy')
    if (strategy === undefined || strategyMode(context, node) !== 'conditional') continue
    const at = childPointer(node.pointer, 'strategy')
    const present = context.structure.intendedNames(at, strategy)
    const missing = NEEDED.filter(name => !present.has(name)).map(quoteName)
    if (missing.length > 0)
      report(
        'incomplete-conditional',
        { key: at },
        `Mode "conditional" also requires ${joinNames(missing, 'and')}.`,
      )
    const conditions = ownProperty(strategy, 'conditions')
    if (isJsonArray(conditions) && conditions.length === 0)
      report(
        'incomplete-conditional',
        childPointer(at, 'conditions'),
        '"conditions" is empty, so every request goes to the default: use only that target, or add a condition.',
      )
  }
}
