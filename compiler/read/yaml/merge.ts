// The value of a merge key: one mapping, or a list of mappings.
import { isSeq, type ParsedNode } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'
import type { SourceSpan } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { reportSpan, spanOf, type YamlValue, type YamlWalk } from './walk.ts'

const isMapping = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The mappings of a merge key, in order of precedence. Other values are reported. */
export function mergedMappings(
  walk: YamlWalk,
  node: ParsedNode | null,
  result: YamlValue,
  key: SourceSpan,
): readonly YamlValue[] {
  if (isMapping(result.value)) return [result]
  const span = node === null ? key : spanOf(walk, node)
  if (!Array.isArray(result.value)) {
    // The value of an alias that was already reported is null.
    if (
      result.value !== null ||
      node?.range[0] === node?.range[1] ||
      !walk.source.text.startsWith('*', span.start)
    ) {
      reportInvalidMerge(walk, span.start === span.end ? key : span)
    }
    return []
  }
  const trees = result.tree.children as readonly OriginTree[]
  return (result.value as readonly Json[]).flatMap((value, index) => {
    const tree = trees[index]
    if (tree !== undefined && isMapping(value)) return [{ value, tree, size: 0, height: 0 }]
    const item = isSeq(node) ? (node.items[index] as ParsedNode | undefined) : undefined
    const alias = item !== undefined && walk.source.text.startsWith('*', item.range[0])
    if (value !== null || !alias) reportInvalidMerge(walk, item ? spanOf(walk, item) : span)
    return []
  })
}

function reportInvalidMerge(walk: YamlWalk, span: SourceSpan): void {
  const message =
    'The value of a merge key "<<" must be an alias of a mapping, such as "<<: *defaults", or a list of such aliases.'
  reportSpan(walk, 'bad-merge-key', span, message)
}
