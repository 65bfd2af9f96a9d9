// Converts a node of any kind to its value.
import { isAlias, isMap, isScalar, isSeq, type ParsedNode } from 'yaml'
import type { Json, Span } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { MAX_DEPTH } from '../reader.ts'
import { followAlias } from './alias.ts'
import { growMapping } from './mapping.ts'
import { growScalar } from './scalar.ts'
import { type Grow, type Grown, leaf, spanOf, tell, type Walk } from './walk.ts'

export const growNode: Grow = (walk, node, depth, key) => {
  // A key without a value, as in `{a}`: the nearest location is the key.
  if (node === null) return leaf(null, key ?? { start: 0, end: 0 }, key)
  if (isAlias(node)) return followAlias(walk, node, depth, key)
  const span = spanOf(walk, node)
  const name = node.anchor
  const anchor = name === undefined ? undefined : { span }
  if (name !== undefined && anchor !== undefined) walk.anchors.set(name, anchor)
  const grown = growPlain(walk, node, span, depth, key)
  // A later anchor of the same name inside this node must be preserved.
  if (name !== undefined && walk.anchors.get(name) === anchor) walk.anchors.set(name, { span, grown })
  return grown
}

function growPlain(walk: Walk, node: ParsedNode, span: Span, depth: number, key?: Span): Grown {
  if (!isScalar(node)) {
    if (depth >= MAX_DEPTH) {
      tell(
        walk,
        'too-deep',
        { start: span.start, end: span.start + 1 },
        `Nesting exceeds the limit of ${MAX_DEPTH} levels.`,
      )
      return leaf(null, span, key)
    }
    if (isMap(node)) return growMapping(walk, node, span, depth, key)
    if (isSeq(node)) return growSequence(walk, node.items, span, depth, key)
  }
  return leaf(isScalar(node) ? growScalar(walk, node, span) : null, span, key)
}

function growSequence(walk: Walk, items: readonly unknown[], span: Span, depth: number, key?: Span): Grown {
  const value: Json[] = []
  const children: OriginTree[] = []
  let size = 1
  let height = 0
  for (const item of items) {
    const grown = growNode(walk, item as ParsedNode, depth + 1)
    value.push(grown.value)
    children.push(grown.tree)
    size += grown.size
    height = Math.max(height, grown.height)
  }
  const origin = key ? { key, value: span } : { value: span }
  return { value, tree: { origin, children }, size, height: height + 1 }
}
