// Rules about settings that targets inherit.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { isByCaller } from '../../facts/environment.ts'
import { type ConfigNode, hasProperty, isLeaf } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'

const REPLACED_PROPERTIES = Object.keys(configFacts).filter(name => configFacts[name]?.inherit === 'replace')

const isUsed = (node: ConfigNode, name: string): boolean =>
  node.targets.some(target => !hasProperty(target, name) && (isLeaf(target) || isUsed(target, name)))

/** A setting of a config with targets is inherited by at least one target. */
export const inheritedSettingIsUsed: Rule = ({ nodes }, report) => {
  for (const node of nodes)
    for (const name of REPLACED_PROPERTIES) {
      if (node.targets.length === 0 || ownProperty(node.value, name) === undefined || isUsed(node, name))
        continue
      reportIgnored(report, node, [name], () => ': every target sets its own.')
    }
}

/** Characters of inherited settings, summed over the targets of one header config. */
const MAX_INHERITED_CHARACTERS = 256 * 1024

const INHERITED = Object.keys(configFacts).filter(name => configFacts[name]?.inherit !== undefined)

/** Characters of the settings that a node passes on, including those that a target replaces. */
const sizeOf = (node: ConfigNode): number =>
  INHERITED.reduce((sum, name) => sum + (JSON.stringify(ownProperty(node.value, name))?.length ?? 0), 0)

/**
 * A small header config can expand to a large plan, since every target inherits. A client must not be able to exhaust the memory of the
 * gateway this way; saved configs have no such limit.
 */
export const inheritanceIsBounded: Rule = ({ nodes, environment }, report) => {
  if (!isByCaller(environment)) return
  const sizes = new Map<ConfigNode | undefined, number>()
  let total = 0
  for (const node of nodes) {
    const inherited = sizes.get(node.parent) ?? 0
    if (isLeaf(node)) total += inherited
    else sizes.set(node, inherited + sizeOf(node))
  }
  if (total > MAX_INHERITED_CHARACTERS)
    report(
      'costly-config',
      { key: childPointer('', 'targets') },
      `The targets inherit ${total} characters of settings in total; the limit for a config in a request is ${MAX_INHERITED_CHARACTERS}. Put it in the project of the gateway, or make it smaller.`,
    )
}
