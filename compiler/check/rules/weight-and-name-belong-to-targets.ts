// `weight` applies to targets of a load balancer, and `name` to targets that conditions select.
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { modeOf } from '../subject.ts'

export const weightAndNameBelongToTargets: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const weight = { key: child(site.pointer, 'weight') }
    const mode = site.parent && modeOf(subject, site.parent)
    const weighed = own(site.value, 'weight') !== undefined
    if (site.parent === undefined) {
      if (weighed)
        tell(
          'setting-without-effect',
          weight,
          '"weight" has no effect on the config itself: it belongs to a target.',
        )
      if (own(site.value, 'name') !== undefined)
        tell(
          'setting-without-effect',
          { key: child(site.pointer, 'name') },
          '"name" has no effect on the config itself: it names a target. A config is named after its file.',
        )
    } else if (weighed && mode !== undefined && mode !== 'loadbalance')
      tell(
        'setting-without-effect',
        weight,
        `"weight" has no effect in mode "${mode}": mode "loadbalance" reads it.`,
      )
  }
}
