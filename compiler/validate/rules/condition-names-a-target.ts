// `then` and `default` name a target of the same config.

import { joinNames, quoteName, truncateName } from '../../../schemas/values/format-names.ts'
import { childPointer, lastToken } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { targetNames, unknownTargetReferences } from '../nodes/conditions.ts'
import { stringProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'

/** References per strategy for which names are suggested, since each is compared with every target. */
const MAX_SUGGESTIONS = 20

export const conditionNamesATarget: Rule = (context, report) => {
  for (const node of context.nodes) {
    const names = targetNames(node)
    for (const [index, { pointer, name }] of unknownTargetReferences(context, node).entries()) {
      const suggestions = index < MAX_SUGGESTIONS ? suggest(name, names) : []
      const named = node.targets.find(target => stringProperty(target, 'name') !== undefined)
      const note =
        named === undefined
          ? { at: childPointer(node.pointer, 'targets'), message: 'no target has a name: add "name" to each' }
          : {
              at: childPointer(named.pointer, 'name'),
              message: `targets are named here: ${joinNames(names.map(truncateName), 'and')}`,
            }
      const message = `"${lastToken(pointer)}" names ${quoteName(name)}, but no target has that name.${didYouMean(suggestions)}`
      report('unknown-target', pointer, message, {
        notes: [note],
        fix: replaceWithOnly(context.parsed, pointer, name, suggestions),
      })
    }
  }
}
