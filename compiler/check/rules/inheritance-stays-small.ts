// A config in a request header may be small and still mean much: every target inherits, and the plan holds it for each.
// A stranger must not fill the memory of the gateway in this way; who writes files fills his own.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { isLeaf, type Site } from '../site.ts'

/** Characters of inherited settings that the targets of one header config may hold together. */
const MOST_INHERITED = 256 * 1024

const INHERITED = Object.keys(configFacts).filter(name => configFacts[name]?.inherit !== undefined)

/** Characters of the settings that a site hands down. What a target replaces is counted all the same. */
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
