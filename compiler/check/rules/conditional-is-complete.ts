// A conditional strategy has conditions and a default; the other modes have neither.
import { listed, quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { isList, own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { objectOf } from '../site.ts'
import { modeOf } from '../subject.ts'

const NEEDED = ['conditions', 'default']

export const conditionalIsComplete: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const strategy = objectOf(site, 'strategy')
    if (strategy === undefined || modeOf(subject, site) !== 'conditional') continue
    const at = child(site.pointer, 'strategy')
    const present = subject.structure.meant(at, strategy)
    const missing = NEEDED.filter(name => !present.has(name)).map(quoted)
    if (missing.length > 0)
      tell(
        'incomplete-conditional',
        { key: at },
        `Mode "conditional" also requires ${listed(missing, 'and')}.`,
      )
    const conditions = own(strategy, 'conditions')
    if (isList(conditions) && conditions.length === 0)
      tell(
        'incomplete-conditional',
        child(at, 'conditions'),
        '"conditions" is empty, so every request goes to the default: use that target alone, or add a condition.',
      )
  }
}
