// A retry has at least one attempt.
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { holderOf, objectOf } from '../site.ts'

export const retryTriesAgain: Rule = ({ sites }, tell) => {
  for (const site of sites) {
    if (own(objectOf(site, 'retry'), 'attempts') !== 0) continue
    // A target may disable the inherited retry this way, which is an effect.
    if (site.parent !== undefined && holderOf(site.parent, 'retry') !== undefined) continue
    tell(
      'setting-without-effect',
      child(child(site.pointer, 'retry'), 'attempts'),
      'With 0 attempts "retry" has no effect: every call is made once.',
    )
  }
}
