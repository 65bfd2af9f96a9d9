// Whether a node has circuit breakers below it. A choice among targets skips open ones and ignores circuits when
// all are open, so it must neither be merged into its children nor they into it.
import type { PlanNode } from '../../schemas/generated/types.ts'
import type { ResolveEdge } from '../plan/rewrite-plan.ts'

export const hasBreaker = (node: PlanNode, resolveEdge: ResolveEdge): boolean =>
  node.kind === 'call'
    ? node.breaker !== undefined
    : node.children.some(edge => hasBreaker(resolveEdge(edge), resolveEdge))
