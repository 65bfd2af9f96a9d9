// A fallback among the children of a fallback with the same trigger is one list. Where the triggers differ it is not:
// a status that only the outer one minds would end the inner list early or run it on. With one child the inner
// trigger says nothing, and the children of a fallback draw anew either way.
import type { Edge, FallbackNode, PlanNode } from '../../../schemas/generated/types.ts'
import type { Pass } from '../../plan/rewrite.ts'
import { sameStatuses } from '../../plan/status-set.ts'

export const flattenNestedFallback: Pass = (node, below) => {
  if (node.kind !== 'fallback') return node
  /** What a joined list holds may join in turn. */
  const joined = (edge: Edge): readonly Edge[] => {
    const inner = below(edge)
    if (!joins(inner, node)) return [edge]
    return inner.children.flatMap(({ at, node: child }) => joined({ at: edge.at + at, node: child }))
  }
  return { ...node, children: node.children.flatMap(joined) }
}

const joins = (inner: PlanNode, outer: FallbackNode): boolean =>
  inner.kind === 'fallback' && (inner.children.length === 1 || sameStatuses(inner.on, outer.on))
