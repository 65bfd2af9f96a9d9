// `strategy` and `targets` appear together, and the number of targets suits the mode.
import { pluralize } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { arrayProperty, hasProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'

export const strategyHasTargets: Rule = (context, report) => {
  for (const node of context.nodes) {
    const strategy = hasProperty(node, 'strategy')
    const targets = hasProperty(node, 'targets')
    const at = childPointer(node.pointer, 'targets')
    if (strategy && !targets) {
      const provider = hasProperty(node, 'provider') ? ' To call one provider, remove "strategy".' : ''
      const message = `"strategy" requires "targets", and there are none.${provider}`
      report('strategy-without-targets', { key: childPointer(node.pointer, 'strategy') }, message)
    }
    if (targets && !strategy)
      report(
        'targets-without-strategy',
        { key: at },
        '"targets" requires a "strategy", such as { mode: fallback }.',
      )
    const list = arrayProperty(node, 'targets')
    if (list?.length === 0) report('empty-targets', at, '"targets" is empty, so there is nothing to call.')
    if (strategyMode(context, node) === 'single' && list !== undefined && list.length > 1) {
      const otherTargets = pluralize(list.length - 1, 'other target')
      const message = `Mode "single" uses the first target only: the ${otherTargets} never ${list.length === 2 ? 'runs' : 'run'}.`
      report('single-with-several-targets', childPointer(at, 1), message, {
        notes: [
          {
            at: childPointer(childPointer(node.pointer, 'strategy'), 'mode'),
            message: 'the mode is set here',
          },
        ],
      })
    }
  }
}
