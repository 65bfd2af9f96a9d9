// The fields of a strategy, and status codes next to it, belong to a mode that reads them.
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import { tellIdle } from '../no-effect.ts'
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
      if (mode === undefined || mode === reader) continue
      const pointer = child(site.pointer, 'strategy')
      tellIdle(tell, { pointer }, idle, it => ` in mode "${mode}": mode "${reader}" reads ${it}.`)
    }
    const outside = own(site.value, 'on_status_codes') !== undefined
    if (outside && (isLeaf(site) || (mode !== undefined && mode !== 'fallback'))) {
      const retry = has(site, 'retry') ? '' : ' To retry on these codes, list them in "retry".'
      tell(
        'setting-without-effect',
        { key: child(site.pointer, 'on_status_codes') },
        `"on_status_codes" has no effect here: mode "fallback" reads it.${retry}`,
      )
    }
  }
}
