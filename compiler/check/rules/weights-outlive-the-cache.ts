// With weights and a cache, hits are not forwarded, so the traffic split differs from the weights.
import { configDefaults } from '../../../schemas/generated/facts.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { has, holderOf, isLeaf, numberOf, objectOf, type Site } from '../site.ts'
import { modeOf } from '../subject.ts'

const leavesOf = (site: Site): readonly Site[] => (isLeaf(site) ? [site] : site.targets.flatMap(leavesOf))

export const weightsOutliveTheCache: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const weighed = site.targets.find(target => has(target, 'weight'))
    const weights = new Set(site.targets.map(target => numberOf(target, 'weight') ?? configDefaults.weight))
    if (weighed === undefined || weights.size < 2 || modeOf(subject, site) !== 'loadbalance') continue
    const holders = leavesOf(site).flatMap(leaf => holderOf(leaf, 'cache') ?? [])
    const holder = holders.find(each => objectOf(each, 'cache') !== undefined)
    if (holder === undefined) continue
    tell(
      'cache-skews-weights',
      { key: child(holder.pointer, 'cache') },
      'Each target has its own cache and hits are not forwarded, so the traffic split will differ from the weights: the target with more traffic has more hits.',
      { notes: [{ at: { key: child(weighed.pointer, 'weight') }, message: 'weights are set here' }] },
    )
  }
}
