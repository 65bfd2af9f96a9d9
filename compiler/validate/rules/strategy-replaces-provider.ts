// A config with targets calls no provider itself, and targets inherit no credentials: its provider properties have
// no effect.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { type ConfigNode, hasProperty, isLeaf, slugOf } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'

const BINDING_ONLY_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => name === 'passthrough' || (configFacts[name]?.binding && configFacts[name].inherit === undefined),
)

const NAMING = ['provider', 'virtual_key', 'passthrough']

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
