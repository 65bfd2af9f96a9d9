// Flattens a load balancer nested in a load balancer, multiplying the weights. The random number is reused down
// the tree, so the same number selects the same target as before. Not above circuit breakers: an open target
// passes its share to its own siblings only.
import type { Edge } from '../../../schemas/generated/types.ts'
import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { buildWeightTable } from '../../plan/weight-table.ts'
import { hasBreaker } from '../has-breaker.ts'

export const flattenNestedLoadbalance: PlanPass = (node, resolveEdge) => {
  if (node.kind !== 'loadbalance') return node
  if (node.children.every(edge => resolveEdge(edge).kind !== 'loadbalance')) return node
  if (hasBreaker(node, resolveEdge)) return node
  const shares = node.children.flatMap((edge, index): readonly (readonly [Edge, number])[] => {
    const weight = node.draw.weights[index] ?? 0
    const inner = resolveEdge(edge)
    if (inner.kind !== 'loadbalance') return [[edge, weight]]
    const total = inner.draw.weights.reduce((sum, each) => sum + each, 0)
    return inner.children.map(({ path, node: child }, innerIndex) => [
      { path: edge.path + path, node: child },
      (weight * (inner.draw.weights[innerIndex] ?? 0)) / total,
    ])
  })
  return {
    ...node,
    children: shares.map(([edge]) => edge),
    draw: buildWeightTable(shares.map(([, share]) => share)),
  }
}
