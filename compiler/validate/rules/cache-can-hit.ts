// A cache is set only where replies are cacheable: the provider has a cacheable endpoint, and for semantic caches
// one with messages.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { isLeaf, nearestWithProperty, objectProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { providerSpecOf } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

/** Replies of the audio endpoints are passed through and never cached. */
const isCacheable = (route: string): boolean => !route.startsWith('audio/')

const hasMessages = (route: string): boolean => /^(?:chat\/)?completions$/.test(route)

export const cacheCanHit: Rule = (context, report) => {
  for (const node of context.nodes) {
    const holderNode = isLeaf(node) ? nearestWithProperty(node, 'cache') : undefined
    const cache = holderNode && objectProperty(holderNode, 'cache')
    const spec = ownProperty(node.value, 'passthrough') === true ? undefined : providerSpecOf(context, node)
    if (holderNode === undefined || cache === undefined || spec?.served !== true) continue
    const routes = Object.keys(spec.routes)
    const at = childPointer(holderNode.pointer, 'cache')
    if (!routes.some(isCacheable))
      report(
        'cache-never-hits',
        { key: at },
        `${spec.name} has no cacheable endpoint, so the cache never hits.`,
      )
    else if (ownProperty(cache, 'mode') === 'semantic' && !routes.some(hasMessages))
      report(
        'cache-never-hits',
        childPointer(at, 'mode'),
        `A semantic cache applies to chats and completions, and ${spec.name} has neither. Use "simple".`,
      )
  }
}
