// A cache is set only where replies are cacheable: the provider has a cacheable endpoint, and for semantic caches
// one with messages.
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { holderOf, isLeaf, objectOf } from '../site.ts'
import { rowOf } from '../subject.ts'

/** Replies of the audio endpoints are passed through and never cached. */
const isKept = (route: string): boolean => !route.startsWith('audio/')

const hasMessages = (route: string): boolean => /^(?:chat\/)?completions$/.test(route)

export const cacheCanHit: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const holder = isLeaf(site) ? holderOf(site, 'cache') : undefined
    const cache = holder && objectOf(holder, 'cache')
    const row = own(site.value, 'passthrough') === true ? undefined : rowOf(subject, site)
    if (holder === undefined || cache === undefined || row?.served !== true) continue
    const routes = Object.keys(row.routes)
    const at = child(holder.pointer, 'cache')
    if (!routes.some(isKept))
      tell('cache-never-hits', { key: at }, `${row.name} has no cacheable endpoint, so the cache never hits.`)
    else if (own(cache, 'mode') === 'semantic' && !routes.some(hasMessages))
      tell(
        'cache-never-hits',
        child(at, 'mode'),
        `A semantic cache applies to chats and completions, and ${row.name} has neither. Use "simple".`,
      )
  }
}
