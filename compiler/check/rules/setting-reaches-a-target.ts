// A setting of a config with targets is inherited by at least one target.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { own } from '../kind.ts'
import { tellIdle } from '../no-effect.ts'
import type { Rule } from '../rule.ts'
import { has, isLeaf, type Site } from '../site.ts'

const REPLACED = Object.keys(configFacts).filter(name => configFacts[name]?.inherit === 'replace')

const reaches = (site: Site, name: string): boolean =>
  site.targets.some(target => !has(target, name) && (isLeaf(target) || reaches(target, name)))

export const settingReachesATarget: Rule = ({ sites }, tell) => {
  for (const site of sites)
    for (const name of REPLACED) {
      if (site.targets.length === 0 || own(site.value, name) === undefined || reaches(site, name)) continue
      tellIdle(tell, site, [name], () => ': every target sets its own.')
    }
}
