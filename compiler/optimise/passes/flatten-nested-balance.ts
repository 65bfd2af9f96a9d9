// Flattens a load balancer nested in a load balancer, multiplying the weights. The random number is reused down
// the tree, so the same number selects the same target as before. Not above circuit breakers: an open target
// passes its share to its own siblings only.
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
