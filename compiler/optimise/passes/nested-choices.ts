// Passes over load balancers and fallbacks: children that are never selected, single children, and nested nodes.

import type { Edge, FallbackNode, PlanNode } from '../../../schemas/generated/types.ts'
import type { PlanPass, ResolveEdge } from '../../plan/rewrite-plan.ts'
import { neverTriggers, sameTriggers } from '../../plan/trigger.ts'
import { buildWeightTable } from '../../plan/weight-table.ts'

/** Removes children with weight zero, which are never selected. The intervals of the others do not change. */
export const dropZeroWeights: PlanPass = node => {
  if (node.kind !== 'loadbalance') return node
  const hasWeight = (_item: unknown, index: number): boolean => (node.draw.weights[index] ?? 0) > 0
  const children = node.children.filter(hasWeight)
  if (children.length === 0 || children.length === node.children.length) return node
  return { ...node, children, draw: buildWeightTable(node.draw.weights.filter(hasWeight)) }
}

/**
 * Replaces a node that can only ever run one child by that child. Exceptions: a fallback above a load balancer makes it draw a new random
 * number; a load balancer or fallback above a circuit breaker still runs its child when the circuit is open.
 */
export const collapseOnlyChild: PlanPass = (node, resolveEdge) => {
  const [only, ...others] = node.children
  if (only === undefined) return node
  if (node.kind !== 'conditional' && hasBreaker(node, resolveEdge)) return node
  if (node.kind === 'fallback' && (others.length === 0 || neverTriggers(node))) {
    const alone: FallbackNode = { kind: 'fallback', children: [only], onStatus: [] }
    return usesDrawAbove(resolveEdge(only), resolveEdge) ? alone : only
  }
  const chooses = node.kind === 'loadbalance' || node.kind === 'conditional'
  return chooses && others.length === 0 ? only : node
}

/** Whether running the node may use a random number drawn above it. */
const usesDrawAbove = (node: PlanNode, resolveEdge: ResolveEdge): boolean =>
  node.kind === 'loadbalance' ||
  (node.kind !== 'fallback' && node.children.some(edge => usesDrawAbove(resolveEdge(edge), resolveEdge)))

/**
 * Flattens a load balancer nested in a load balancer, multiplying the weights. The random number is reused down the tree, so the same
 * number selects the same target as before. Not above circuit breakers: an open target passes its share to its own siblings only.
 */
export const flattenNestedLoadbalance: PlanPass = (node, resolveEdge) => {
  if (node.kind !== 'loadbalance') return node
  if (node.children.every(edge => resolveEdge(edge).kind !== 'loadbalance')) return node
  if (hasBreaker(node, resolveEdge)) return node
  // A session decides for one balance, and the number that is drawn for another.
  if (
    [node, ...node.children.map(resolveEdge)].some(
      each => each.kind === 'loadbalance' && each.sticky !== undefined,
    )
  )
    return node
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

/**
 * Flattens a fallback nested in a fallback with the same trigger. With different triggers, a reply that triggers only one of the two would
 * end or continue the inner list wrongly. With one child the inner trigger does not matter, and children of a fallback draw a new random
 * number either way.
 */
export const flattenNestedFallback: PlanPass = (node, resolveEdge) => {
  if (node.kind !== 'fallback') return node
  /** Children of a flattened list may be flattened in turn. */
  const flatten = (edge: Edge): readonly Edge[] => {
    const inner = resolveEdge(edge)
    if (!canFlatten(inner, node)) return [edge]
    return inner.children.flatMap(({ path, node: child }) => flatten({ path: edge.path + path, node: child }))
  }
  return { ...node, children: node.children.flatMap(flatten) }
}

const canFlatten = (inner: PlanNode, outer: FallbackNode): boolean =>
  inner.kind === 'fallback' && (inner.children.length === 1 || sameTriggers(inner, outer))

/**
 * Whether a node has circuit breakers below it. A choice among targets skips open ones and ignores circuits when all are open, so it must
 * neither be merged into its children nor they into it.
 */
export const hasBreaker = (node: PlanNode, resolveEdge: ResolveEdge): boolean =>
  node.kind === 'call'
    ? node.breaker !== undefined
    : node.children.some(edge => hasBreaker(resolveEdge(edge), resolveEdge))
