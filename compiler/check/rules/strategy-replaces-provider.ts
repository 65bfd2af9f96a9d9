// A config with targets calls no provider itself, and targets inherit no credentials: its provider properties have
// no effect.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { own } from '../kind.ts'
import { tellIdle } from '../no-effect.ts'
import type { Rule } from '../rule.ts'
import { has, isLeaf } from '../site.ts'

const IDLE: readonly string[] = Object.keys(configFacts).filter(
  name => name === 'passthrough' || (configFacts[name]?.binding && configFacts[name].inherit === undefined),
)

const NAMING = ['provider', 'virtual_key', 'passthrough']

export const strategyReplacesProvider: Rule = ({ sites }, tell) => {
  for (const site of sites) {
    if (!has(site, 'targets') || !has(site, 'strategy')) continue
    const idle = IDLE.filter(name => own(site.value, name) !== undefined)
    // Targets without a provider, which expect to inherit this one, are reported by another rule.
    if (site.targets.some(target => isLeaf(target) && !NAMING.some(name => has(target, name)))) continue
    tellIdle(
      tell,
      site,
      idle,
      it => ` beside "strategy": targets do not inherit ${it}. Write ${it} into each target.`,
    )
  }
}
