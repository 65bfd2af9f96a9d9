// Rules about strategies: their targets, fields and weights.

import { configFacts } from '../../../schemas/generated/facts.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import {
  arrayProperty,
  type ConfigNode,
  hasProperty,
  isLeaf,
  numberProperty,
  objectProperty,
  slugOf,
} from '../nodes/config-node.ts'
import { type Rule, strategyMode } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'

/** `strategy` and `targets` appear together, and the number of targets suits the mode. */
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

const BINDING_ONLY_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => name === 'passthrough' || (configFacts[name]?.binding && configFacts[name].inherit === undefined),
)

const NAMING = ['provider', 'virtual_key', 'passthrough']

/** A config with targets calls no provider itself, and targets inherit no credentials: its provider properties have no effect. */
export const strategyReplacesProvider: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    if (!hasProperty(node, 'targets') || !hasProperty(node, 'strategy')) continue
    const ignored = BINDING_ONLY_PROPERTIES.filter(name => ownProperty(node.value, name) !== undefined)
    // Targets without a provider, which expect to inherit this one, are reported by another rule.
    const isNamed = (target: ConfigNode): boolean =>
      slugOf(target) !== undefined || NAMING.some(name => hasProperty(target, name))
    if (node.targets.some(target => isLeaf(target) && !isNamed(target))) continue
    reportIgnored(
      report,
      node,
      ignored,
      it => ` beside "strategy": targets do not inherit ${it}. Write ${it} into each target.`,
    )
  }
}

const MODE_OF_FIELD: Readonly<Record<string, string>> = {
  conditions: 'conditional',
  default: 'conditional',
  on_status_codes: 'fallback',
  on_errors: 'fallback',
  sticky_session: 'loadbalance',
}

/** The fields of a strategy, and status codes next to it, belong to a mode that reads them. */
export const strategyFieldsMatchMode: Rule = (context, report) => {
  for (const node of context.nodes) {
    const mode = strategyMode(context, node)
    const strategy = objectProperty(node, 'strategy')
    for (const readingMode of new Set(Object.values(MODE_OF_FIELD))) {
      const ignored = Object.keys(MODE_OF_FIELD).filter(
        name => MODE_OF_FIELD[name] === readingMode && ownProperty(strategy, name) !== undefined,
      )
      if (mode === undefined || mode === readingMode) continue
      const pointer = childPointer(node.pointer, 'strategy')
      reportIgnored(
        report,
        { pointer },
        ignored,
        it => ` in mode "${mode}": mode "${readingMode}" reads ${it}.`,
      )
    }
    const hasOuterCodes = ownProperty(node.value, 'on_status_codes') !== undefined
    if (hasOuterCodes && (isLeaf(node) || (mode !== undefined && mode !== 'fallback'))) {
      const retry = hasProperty(node, 'retry') ? '' : ' To retry on these codes, list them in "retry".'
      report(
        'setting-without-effect',
        { key: childPointer(node.pointer, 'on_status_codes') },
        `"on_status_codes" has no effect here: mode "fallback" reads it.${retry}`,
      )
    }
  }
}

/** A load balancer has at least one target with traffic. */
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
