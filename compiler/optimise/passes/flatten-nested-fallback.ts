// Flattens a fallback nested in a fallback with the same trigger. With different triggers, a reply that triggers
// only one of the two would end or continue the inner list wrongly. With one child the inner trigger does not
// matter, and children of a fallback draw a new random number either way.
import type { Edge, FallbackNode, PlanNode } from '../../../schemas/generated/types.ts'
import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { sameTriggers } from '../../plan/trigger.ts'

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
