// Mappings: keys must be strings and unique; a plain `<<` merges. Keys of the mapping take precedence over merged keys, and
// earlier merged mappings over later ones, wherever the merge key appears.
import { isScalar, type ParsedNode, type YAMLMap } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'
import type { SourceSpan } from '../../source.ts'
import { locationAt } from '../create-diagnostic.ts'
import type { OriginTree } from '../origins.ts'
import { setOwnProperty } from '../set-property.ts'
import { readKey } from './key.ts'
import { mergedMappings } from './merge.ts'
import { reportSpan, type YamlValue, type YamlWalk } from './walk.ts'

type Entries = YAMLMap.Parsed['items']

const isMergeKey = (key: unknown): boolean => isScalar(key) && key.type === 'PLAIN' && key.value === '<<'

export function readMapping(
  walk: YamlWalk,
  node: YAMLMap.Parsed,
  span: SourceSpan,
  depth: number,
  key?: SourceSpan,
): YamlValue {
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  const merged: YamlValue[] = []
  const firstKeys = new Map<string, SourceSpan>()
  let size = 1
  let height = 0
  for (const pair of node.items as Entries) {
    const name = readKey(walk, pair.key)
    const result = walk.readNode(walk, pair.value as ParsedNode | null, depth + 1, name?.span)
    if (name === undefined) continue
    const first = firstKeys.get(name.text)
    firstKeys.set(name.text, first ?? name.span)
    if (first !== undefined) reportDuplicateKey(walk, name.text, name.span, first, isMergeKey(pair.key))
    const counts = first === undefined || walk.lastKeyWins
    if (counts && isMergeKey(pair.key)) {
      size += result.size
      merged.push(...mergedMappings(walk, pair.value as ParsedNode | null, result, name.span))
    } else if (counts) {
      setOwnProperty(value, name.text, result.value)
      children.set(name.text, result.tree)
      size += result.size
    }
    height = Math.max(height, result.height)
  }
  for (const mapping of merged) {
    for (const [name, tree] of (mapping.tree.children as ReadonlyMap<string, OriginTree>) ?? []) {
      if (children.has(name)) continue
      setOwnProperty(value, name, (mapping.value as Record<string, Json>)[name] ?? null)
      children.set(name, tree)
    }
  }
  const origin = key ? { key, value: span } : { value: span }
  return { value, tree: { origin, children }, size, height: height + 1 }
}

function reportDuplicateKey(
  walk: YamlWalk,
  name: string,
  span: SourceSpan,
  first: SourceSpan,
  merging: boolean,
): void {
  const advice = merging ? ' Merge several mappings with one key: "<<: [*a, *b]".' : ''
  reportSpan(walk, 'duplicate-key', span, `Duplicate key "${name}" in a mapping.${advice}`, {
    notes: [{ location: locationAt(walk.source, first.start, first.end), message: 'first defined here' }],
  })
}
