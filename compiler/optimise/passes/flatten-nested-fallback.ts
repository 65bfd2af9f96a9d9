// Flattens a fallback nested in a fallback with the same trigger. With different triggers, a status that triggers
// only one of the two would end or continue the inner list wrongly. With one child the inner trigger does not
// matter, and children of a fallback draw a new random number either way.
import type { Edge, FallbackNode, PlanNode } from '../../../schemas/generated/types.ts'
import type { Pass } from '../../plan/rewrite.ts'
import { sameStatuses } from '../../plan/status-set.ts'

export const flattenNestedFallback: Pass = (node, below) => {
  if (node.kind !== 'fallback') return node
  /** Children of a flattened list may be flattened in turn. */
  const joined = (edge: Edge): readonly Edge[] => {
    const inner = below(edge)
    if (!joins(inner, node)) return [edge]
    return inner.children.flatMap(({ at, node: child }) => joined({ at: edge.at + at, node: child }))
  }
  return { ...node, children: node.children.flatMap(joined) }
}

const joins = (inner: PlanNode, outer: FallbackNode): boolean =>
  inner.kind === 'fallback' && (inner.children.length === 1 || sameStatuses(inner.on, outer.on))
