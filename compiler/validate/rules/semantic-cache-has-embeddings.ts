// A semantic cache requires an embeddings provider in the manifest.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { objectProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

export const semanticCacheHasEmbeddings: Rule = ({ nodes, environment }, report) => {
  if (environment.semantic === true || environment.hasInvalidManifest) return
  const reason = {
    project: 'the manifest configures none. Add "cache.semantic" to it, or use "simple".',
    request: 'the gateway has none. Use "simple".',
    stored: 'the gateway has none. Use "simple".',
    file: 'a file without a manifest has none. Use "simple".',
  }[environment.origin]
  for (const node of nodes)
    if (ownProperty(objectProperty(node, 'cache'), 'mode') === 'semantic')
      report(
        'semantic-without-embeddings',
        childPointer(childPointer(node.pointer, 'cache'), 'mode'),
        `Mode "semantic" requires an embeddings provider, and ${reason}`,
      )
}
