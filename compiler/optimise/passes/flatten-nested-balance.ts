// A balance among the children of a balance hands its share to its own children. The draw is spent down the tree, so
// the same number picks the same target as before. Not above circuits: an open target leaves its share to its own
// siblings, not to all.
import type { Edge } from '../../../schemas/generated/types.ts'
import { drawTable } from '../../plan/draw-table.ts'
import type { Pass } from '../../plan/rewrite.ts'
import { breaks } from '../breaks.ts'

export const flattenNestedBalance: Pass = (node, below) => {
  if (node.kind !== 'balance') return node
  if (node.children.every(edge => below(edge).kind !== 'balance')) return node
  if (breaks(node, below)) return node
  const shares = node.children.flatMap((edge, index): readonly (readonly [Edge, number])[] => {
    const weight = node.draw.weights[index] ?? 0
    const inner = below(edge)
    if (inner.kind !== 'balance') return [[edge, weight]]
    const total = inner.draw.weights.reduce((sum, each) => sum + each, 0)
    return inner.children.map(({ at, node: child }, place) => [
      { at: edge.at + at, node: child },
      (weight * (inner.draw.weights[place] ?? 0)) / total,
    ])
  })
  return {
    ...node,
    children: shares.map(([edge]) => edge),
    draw: drawTable(shares.map(([, share]) => share)),
  }
}
