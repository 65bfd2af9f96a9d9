// Mappings: keys must be strings and unique; a plain `<<` merges. Keys of the mapping take precedence over merged keys, and
// earlier merged mappings over later ones, wherever the merge key appears.
import { isScalar, type ParsedNode, type YAMLMap } from 'yaml'
import type { Json, Span } from '../../source.ts'
import { placeIn } from '../mistake.ts'
import type { OriginTree } from '../origins.ts'
import { setOwn } from '../own.ts'
import { readKey } from './key.ts'
import { mergedMappings } from './merge.ts'
import { type Grown, tell, type Walk } from './walk.ts'

type Entries = YAMLMap.Parsed['items']

const isMergeKey = (key: unknown): boolean => isScalar(key) && key.type === 'PLAIN' && key.value === '<<'

export function growMapping(walk: Walk, node: YAMLMap.Parsed, span: Span, depth: number, key?: Span): Grown {
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  const merged: Grown[] = []
  const firstKeys = new Map<string, Span>()
  let size = 1
  let height = 0
  for (const pair of node.items as Entries) {
    const name = readKey(walk, pair.key)
    const grown = walk.grow(walk, pair.value as ParsedNode | null, depth + 1, name?.span)
    if (name === undefined) continue
    const first = firstKeys.get(name.text)
    firstKeys.set(name.text, first ?? name.span)
    if (first !== undefined) {
      tellDuplicate(walk, name.text, name.span, first, isMergeKey(pair.key))
    } else if (isMergeKey(pair.key)) {
      size += grown.size
      merged.push(...mergedMappings(walk, pair.value as ParsedNode | null, grown, name.span))
    } else {
      setOwn(value, name.text, grown.value)
      children.set(name.text, grown.tree)
      size += grown.size
    }
    height = Math.max(height, grown.height)
  }
  for (const mapping of merged) {
    for (const [name, tree] of (mapping.tree.children as ReadonlyMap<string, OriginTree>) ?? []) {
      if (children.has(name)) continue
      setOwn(value, name, (mapping.value as Record<string, Json>)[name] ?? null)
      children.set(name, tree)
    }
  }
  const origin = key ? { key, value: span } : { value: span }
  return { value, tree: { origin, children }, size, height: height + 1 }
}

function tellDuplicate(walk: Walk, name: string, span: Span, first: Span, merging: boolean): void {
  const advice = merging ? ' Merge several mappings with one key: "<<: [*a, *b]".' : ''
  tell(walk, 'duplicate-key', span, `Duplicate key "${name}" in a mapping.${advice}`, {
    notes: [{ place: placeIn(walk.source, first.start, first.end), message: 'first defined here' }],
  })
}
