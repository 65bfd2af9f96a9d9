// Replaces a node that can only ever run one child by that child. Exceptions: a fallback above a load balancer
// makes it draw a new random number; a load balancer or fallback above a circuit breaker still runs its child when
// the circuit is open.
import type { FallbackNode, PlanNode } from '../../../schemas/generated/types.ts'
import type { PlanPass, ResolveEdge } from '../../plan/rewrite-plan.ts'
import { neverTriggers } from '../../plan/trigger.ts'
import { hasBreaker } from '../has-breaker.ts'

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
