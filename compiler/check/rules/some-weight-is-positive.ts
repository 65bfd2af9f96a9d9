// A load balancer has at least one target with traffic.
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { numberOf } from '../site.ts'
import { modeOf } from '../subject.ts'

export const someWeightIsPositive: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const { targets } = site
    const stopped = targets.length > 0 && targets.every(target => numberOf(target, 'weight') === 0)
    if (modeOf(subject, site) === 'loadbalance' && stopped)
      tell(
        'all-weights-zero',
        { key: child(site.pointer, 'targets') },
        'Every target has weight 0, so none can serve a request. Give at least one target a positive weight.',
      )
  }
}
