// Mappings: keys must be strings and unique; a plain `<<` merges. Keys of the mapping take precedence over merged keys, and
// earlier merged mappings over later ones, wherever the merge key appears.
import { isAlias, isCollection, isScalar, isSeq, type ParsedNode, type YAMLMap } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'
import type { SourceSpan } from '../../source.ts'
import { locationAt } from '../create-diagnostic.ts'
import type { OriginTree } from '../origins.ts'
import { setOwnProperty } from '../set-property.ts'
import { reportSpan, spanOf, type YamlValue, type YamlWalk } from './walk.ts'

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

// Keys of mappings: strings only, as in JSON.

interface Key {
  readonly text: string
  readonly span: SourceSpan
}

type KeyNode = Parameters<typeof spanOf>[1]

/** The key as a string; undefined after an error was reported. */
function readKey(walk: YamlWalk, node: KeyNode): Key | undefined {
  const span = spanOf(walk, node)
  const source = walk.source.text.slice(span.start, span.end)
  if (isCollection(node)) {
    // `{{ name }}` of a template engine parses as nested mappings.
    const template = source.startsWith('{{') || walk.source.text.startsWith('{{', span.start - 1)
    const hint = template ? ' A string with "{{" must be in quotes.' : ''
    reportSpan(walk, 'non-string-key', span, `A key must be a string, not a mapping or a list.${hint}`)
    return undefined
  }
  const { value } = walk.readNode(walk, node, 0)
  if (typeof value === 'string') return { text: value, span }
  if (isAlias(node) && value === null) return undefined
  if (isScalar(node) && source === '') {
    reportSpan(walk, 'non-string-key', span, 'Missing key before this colon.')
    return undefined
  }
  const fix = isScalar(node)
    ? {
        fix: {
          location: locationAt(walk.source, span.start, span.end),
          text: JSON.stringify(source),
          isSafe: true as const,
        },
      }
    : {}
  reportSpan(walk, 'non-string-key', span, `The key "${source}" is not a string. Put it in quotes.`, fix)
  return undefined
}

// The value of a merge key: one mapping, or a list of mappings.

const isMapping = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The mappings of a merge key, in order of precedence. Other values are reported. */
function mergedMappings(
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
