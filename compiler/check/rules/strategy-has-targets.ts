// `strategy` and `targets` appear together, and the number of targets suits the mode.
import { counted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { has, listOf } from '../site.ts'
import { modeOf } from '../subject.ts'

export const strategyHasTargets: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const strategy = has(site, 'strategy')
    const targets = has(site, 'targets')
    const at = child(site.pointer, 'targets')
    if (strategy && !targets) {
      const provider = has(site, 'provider') ? ' To call one provider, remove "strategy".' : ''
      const message = `"strategy" requires "targets", and there are none.${provider}`
      tell('strategy-without-targets', { key: child(site.pointer, 'strategy') }, message)
    }
    if (targets && !strategy)
      tell(
        'targets-without-strategy',
        { key: at },
        '"targets" requires a "strategy", such as { mode: fallback }.',
      )
    const list = listOf(site, 'targets')
    if (list?.length === 0) tell('empty-targets', at, '"targets" is empty, so there is nothing to call.')
    if (modeOf(subject, site) === 'single' && list !== undefined && list.length > 1) {
      const rest = counted(list.length - 1, 'other target')
      const message = `Mode "single" uses the first target only: the ${rest} never ${list.length === 2 ? 'runs' : 'run'}.`
      tell('single-with-several-targets', child(at, 1), message, {
        notes: [{ at: child(child(site.pointer, 'strategy'), 'mode'), message: 'the mode is set here' }],
      })
    }
  }
}
