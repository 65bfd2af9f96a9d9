// A setting of a config with targets is inherited by at least one target.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { type ConfigNode, hasProperty, isLeaf } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'

const REPLACED_PROPERTIES = Object.keys(configFacts).filter(name => configFacts[name]?.inherit === 'replace')

const isUsed = (node: ConfigNode, name: string): boolean =>
  node.targets.some(target => !hasProperty(target, name) && (isLeaf(target) || isUsed(target, name)))

export const inheritedSettingIsUsed: Rule = ({ nodes }, report) => {
  for (const node of nodes)
    for (const name of REPLACED_PROPERTIES) {
      if (node.targets.length === 0 || ownProperty(node.value, name) === undefined || isUsed(node, name))
        continue
      reportIgnored(report, node, [name], () => ': every target sets its own.')
    }
}
