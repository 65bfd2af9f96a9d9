// Converts a node of any kind to its value.
import { isAlias, isMap, isScalar, isSeq, type ParsedNode } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'
import type { SourceSpan } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { MAX_DEPTH } from '../reader.ts'
import { followAlias } from './alias.ts'
import { readMapping } from './mapping.ts'
import { readYamlScalar } from './scalar.ts'
import { leaf, type ReadNode, reportSpan, spanOf, type YamlValue, type YamlWalk } from './walk.ts'

export const readNode: ReadNode = (walk, node, depth, key) => {
  // A key without a value, as in `{a}`: the nearest location is the key.
  if (node === null) return leaf(null, key ?? { start: 0, end: 0 }, key)
  if (isAlias(node)) return followAlias(walk, node, depth, key)
  const span = spanOf(walk, node)
  const name = node.anchor
  const anchor = name === undefined ? undefined : { span }
  if (name !== undefined && anchor !== undefined) {
    if (NOT_IN_ANCHORS.test(name)) reportAnchor(walk, name, span)
    walk.anchors.set(name, anchor)
  }
  const result = readUnaliased(walk, node, span, depth, key)
  // A later anchor of the same name inside this node must be preserved.
  if (name !== undefined && walk.anchors.get(name) === anchor) walk.anchors.set(name, { span, result })
  return result
}

/** What the package reads in an anchor and refuses to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const NOT_IN_ANCHORS = /[\x00-\x1f\s]/

function reportAnchor(walk: YamlWalk, name: string, { start }: SourceSpan): void {
  const at = Math.max(0, walk.source.text.lastIndexOf(`&${name}`, start))
  const message =
    'An anchor must not contain control characters or spaces of other kinds. Write its name without them.'
  reportSpan(walk, 'malformed-yaml', { start: at, end: at + name.length + 1 }, message)
}

function readUnaliased(
  walk: YamlWalk,
  node: ParsedNode,
  span: SourceSpan,
  depth: number,
  key?: SourceSpan,
): YamlValue {
  if (!isScalar(node)) {
    if (depth >= MAX_DEPTH) {
      reportSpan(
        walk,
        'too-deep',
        { start: span.start, end: span.start + 1 },
        `Nesting exceeds the limit of ${MAX_DEPTH} levels.`,
      )
      return leaf(null, span, key)
    }
    if (isMap(node)) return readMapping(walk, node, span, depth, key)
    if (isSeq(node)) return readSequence(walk, node.items, span, depth, key)
  }
  return leaf(isScalar(node) ? readYamlScalar(walk, node, span) : null, span, key)
}

function readSequence(
  walk: YamlWalk,
  items: readonly unknown[],
  span: SourceSpan,
  depth: number,
  key?: SourceSpan,
): YamlValue {
  const value: Json[] = []
  const children: OriginTree[] = []
  let size = 1
  let height = 0
  for (const item of items) {
    const result = readNode(walk, item as ParsedNode, depth + 1)
    value.push(result.value)
    children.push(result.tree)
    size += result.size
    height = Math.max(height, result.height)
  }
  const origin = key ? { key, value: span } : { value: span }
  return { value, tree: { origin, children }, size, height: height + 1 }
}
