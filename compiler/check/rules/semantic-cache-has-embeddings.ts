// A semantic cache requires an embeddings provider in the manifest.
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { objectOf } from '../site.ts'

export const semanticCacheHasEmbeddings: Rule = ({ sites, surroundings }, tell) => {
  if (surroundings.semantic === true || surroundings.unsettled) return
  const why = {
    project: 'the manifest configures none. Add "cache.semantic" to it, or use "simple".',
    request: 'the gateway has none. Use "simple".',
    file: 'a file without a manifest has none. Use "simple".',
  }[surroundings.door]
  for (const site of sites)
    if (own(objectOf(site, 'cache'), 'mode') === 'semantic')
      tell(
        'semantic-without-embeddings',
        child(child(site.pointer, 'cache'), 'mode'),
        `Mode "semantic" requires an embeddings provider, and ${why}`,
      )
}
