// Every target of a conditional strategy is reachable: it has a name that a condition or the default uses.
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { mentionsOf } from '../conditions.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'
import { modeOf } from '../subject.ts'
import { namesAreClear, unknownMentions } from '../target-names.ts'

export const targetIsNamedByACondition: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const mentions = mentionsOf(subject, site)
    const unsure = unknownMentions(subject, site).length > 0
    if (modeOf(subject, site) !== 'conditional' || mentions.length === 0 || unsure || !namesAreClear(site))
      continue
    const reached = new Set(mentions.map(({ name }) => name))
    for (const target of site.targets) {
      const name = textOf(target, 'name')
      if (name === undefined)
        tell('unrouted-target', target.pointer, 'The target has no "name", so no condition can select it.')
      else if (!reached.has(name))
        tell(
          'unrouted-target',
          child(target.pointer, 'name'),
          `Neither a condition nor "default" selects the target ${quoted(name)}, so it never runs.`,
        )
    }
  }
}
