// Every target that calls a provider names it: credentials are never inherited. Only the root may leave it to
// request headers.

import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { has, isLeaf } from '../site.ts'

export const targetNamesItsProvider: Rule = ({ sites }, tell) => {
  for (const site of sites) {
    const names = has(site, 'provider') || has(site, 'virtual_key') || has(site, 'prompt_id')
    const passes = has(site, 'passthrough') && own(site.value, 'passthrough') !== false
    if (site.parent === undefined || !isLeaf(site) || names || passes) continue
    const above = has(site.parent, 'provider') || has(site.parent, 'virtual_key')
    const reason = above
      ? ' The provider of the config above is not inherited.'
      : ' Add "provider", or "passthrough: true" to take it from the request.'
    tell('missing-provider', site.pointer, `The target names no provider.${reason}`)
  }
}
