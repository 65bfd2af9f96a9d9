// A small header config can expand to a large plan, since every target inherits. A client must not be able to
// exhaust the memory of the gateway this way; saved configs have no such limit.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { isLeaf, type Site } from '../site.ts'

/** Characters of inherited settings, summed over the targets of one header config. */
const MOST_INHERITED = 256 * 1024

const INHERITED = Object.keys(configFacts).filter(name => configFacts[name]?.inherit !== undefined)

/** Characters of the settings that a node passes on, including those that a target replaces. */
const sizeOf = (site: Site): number =>
  INHERITED.reduce((sum, name) => sum + (JSON.stringify(own(site.value, name))?.length ?? 0), 0)

export const inheritanceStaysSmall: Rule = ({ sites, surroundings }, tell) => {
  if (surroundings.door !== 'request') return
  const sizes = new Map<Site | undefined, number>()
  let total = 0
  for (const site of sites) {
    const inherited = sizes.get(site.parent) ?? 0
    if (isLeaf(site)) total += inherited
    else sizes.set(site, inherited + sizeOf(site))
  }
  if (total > MOST_INHERITED)
    tell(
      'costly-config',
      { key: child('', 'targets') },
      `The targets inherit ${total} characters of settings in total; the limit for a config in a request header is ${MOST_INHERITED}. Save the config with the gateway, or make it smaller.`,
    )
}
