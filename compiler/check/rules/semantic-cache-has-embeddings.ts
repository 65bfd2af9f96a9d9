// Requests are compared by meaning where the manifest says who embeds them.
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { objectOf } from '../site.ts'

export const semanticCacheHasEmbeddings: Rule = ({ sites, surroundings }, tell) => {
  if (surroundings.semantic === true || surroundings.unsettled) return
  const why = {
    project: 'the manifest names no provider that embeds texts. Add "cache.semantic" to it, or use "simple".',
    request: 'the gateway has no provider that embeds texts. Use "simple".',
    file: 'a file alone has no manifest that names a provider which embeds texts. Use "simple".',
  }[surroundings.door]
  for (const site of sites)
    if (own(objectOf(site, 'cache'), 'mode') === 'semantic')
      tell(
        'semantic-without-embeddings',
        child(child(site.pointer, 'cache'), 'mode'),
        `Mode "semantic" compares requests by meaning, and ${why}`,
      )
}
