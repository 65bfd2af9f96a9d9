// What open circuits let through: a fallback skips a target whose circuit is open, also one that no reply triggers (semantics, section 7).
import type { Edge, FallbackNode, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { nodeAt } from '../plan/plan-builder.ts'
import { neverTriggers } from '../plan/trigger.ts'
import { chosenEdges, type PlanRoute } from './routes.ts'

/** Whether a node is skipped in some state of the circuits: all of what a request could call there has one that is open. */
function canBeSkipped(plan: Plan, { node: index }: Edge): boolean {
  const node: PlanNode = nodeAt(plan.nodes, index)
  if (node.kind === 'call') return node.breaker !== undefined
  const edges = chosenEdges(node).map(({ edge }) => edge)
  const isSkipped = (edge: Edge): boolean => canBeSkipped(plan, edge)
  // The request chooses the target of a condition.
  return node.kind === 'conditional' ? edges.some(isSkipped) : edges.every(isSkipped)
}

/** The children of which one is called if no reply triggers the fallback: the first, and those that circuits before them lead to. */
export function untriggeredChildren(plan: Plan, { children }: FallbackNode): readonly Edge[] {
  const last = children.findIndex(edge => !canBeSkipped(plan, edge))
  return last === -1 ? children : children.slice(0, last + 1)
}

/** Whether only open circuits lead to the target, while every provider that is called replies as it should. */
export const isReachedByCircuits = (plan: Plan, { steps }: PlanRoute): boolean =>
  steps.every(({ node, child }) => node.kind !== 'fallback' || child < untriggeredChildren(plan, node).length)

/** Whether neither a reply nor the state of circuits leads to the target. */
export const isNeverReached = (plan: Plan, { steps }: PlanRoute): boolean =>
  steps.some(
    ({ node, child }) =>
      node.kind === 'fallback' && neverTriggers(node) && child >= untriggeredChildren(plan, node).length,
  )
