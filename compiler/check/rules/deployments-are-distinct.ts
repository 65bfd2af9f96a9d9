// No two deployments share an alias, and at most one is the default.
import { quoted } from '../../diagnostics/words.ts'
import { child, type Pointer } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { listOf } from '../site.ts'

export const deploymentsAreDistinct: Rule = ({ sites }, tell) => {
  for (const site of sites) {
    const aliases = new Map<string, Pointer>()
    let standard: Pointer | undefined
    for (const [index, deployment] of listOf(site, 'deployments')?.entries() ?? []) {
      const at = child(child(site.pointer, 'deployments'), index)
      const alias = own(deployment, 'alias')
      const earlier = typeof alias === 'string' ? aliases.get(alias) : undefined
      if (typeof alias === 'string' && earlier === undefined) aliases.set(alias, child(at, 'alias'))
      if (typeof alias === 'string' && earlier !== undefined)
        tell('duplicate-deployment', child(at, 'alias'), `Two deployments have the alias ${quoted(alias)}.`, {
          notes: [{ at: earlier, message: 'first used here' }],
        })
      if (own(deployment, 'is_default') !== true) continue
      if (standard !== undefined)
        tell('two-default-deployments', child(at, 'is_default'), 'Only one deployment can be the default.', {
          notes: [{ at: standard, message: 'the first default is here' }],
        })
      standard ??= child(at, 'is_default')
    }
  }
}
