// The fields of a strategy, and the codes beside it, belong to the mode that reads them.
import { listed, quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { has, isLeaf, objectOf } from '../site.ts'
import { modeOf } from '../subject.ts'

const READERS: Readonly<Record<string, string>> = {
  conditions: 'conditional',
  default: 'conditional',
  on_status_codes: 'fallback',
}

export const strategyReadsItsFields: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const mode = modeOf(subject, site)
    const strategy = objectOf(site, 'strategy')
    for (const reader of new Set(Object.values(READERS))) {
      const idle = Object.keys(READERS).filter(
        name => READERS[name] === reader && own(strategy, name) !== undefined,
      )
      const [first] = idle
      if (first === undefined || mode === undefined || mode === reader) continue
      const [verb, pronoun] = idle.length === 1 ? ['has', 'it'] : ['have', 'them']
      tell(
        'setting-without-effect',
        { key: child(child(site.pointer, 'strategy'), first) },
        `${listed(idle.map(quoted), 'and')} ${verb} no effect in mode "${mode}": mode "${reader}" reads ${pronoun}.`,
      )
    }
    const outside = own(site.value, 'on_status_codes') !== undefined
    if (outside && (isLeaf(site) || (mode !== undefined && mode !== 'fallback'))) {
      const retry = has(site, 'retry') ? '' : ' To try again on these codes, write them in "retry".'
      tell(
        'setting-without-effect',
        { key: child(site.pointer, 'on_status_codes') },
        `"on_status_codes" has no effect here: mode "fallback" reads it.${retry}`,
      )
    }
  }
}
