// Where a request goes when a target has given its reply: to the next child of the innermost fallback that it
// triggers, or to the client.
import type { ErrorKind, Plan } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { nodeAt } from '../plan/plan-builder.ts'
import { isTriggeredBy } from '../plan/trigger.ts'
import { chosenEdges, type PlanRoute } from './routes.ts'

export interface NextTargets {
  /** The targets that may be called first. */
  readonly first: readonly Pointer[]
  /** The targets that may be called next; none where the client gets the reply. */
  readonly nextAfter: (route: PlanRoute, status: number, error: ErrorKind | undefined) => readonly Pointer[]
  /**
   * The targets that a fallback calls in place of this one while its circuit is open, and all others are closed; none where a load balancer
   * draws another, the client gets the reply of the target before it, or circuits are ignored.
   */
  readonly insteadOf: (route: PlanRoute) => readonly Pointer[]
}

/** Replies lead on with all circuits closed: a fallback skips targets whose circuit is open. */
export function linkNextTargets(plan: Plan): NextTargets {
  /** By position and node, so that routes share the lists: below different conditions one position may have several nodes. */
  const known = new Map<string, readonly Pointer[]>()
  const firstTargets = (pointer: Pointer, index: number): readonly Pointer[] => {
    const key = `${index}${pointer}`
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const node = nodeAt(plan.nodes, index)
    const below =
      node.kind === 'fallback' ? node.children.slice(0, 1) : chosenEdges(node).map(({ edge }) => edge)
    const targets =
      node.kind === 'call'
        ? [pointer]
        : [...new Set(below.flatMap(edge => firstTargets(pointer + edge.path, edge.node)))]
    known.set(key, targets)
    return targets
  }
  const nextAfter: NextTargets['nextAfter'] = ({ steps }, status, error) => {
    for (const { node, pointer, child } of steps.toReversed()) {
      const next = node.kind === 'fallback' ? node.children[child + 1] : undefined
      if (node.kind === 'fallback' && next !== undefined && isTriggeredBy(node, status, error))
        return firstTargets(pointer + next.path, next.node)
    }
    return []
  }
  const insteadOf: NextTargets['insteadOf'] = ({ steps }) => {
    for (const { node, pointer, child } of steps.toReversed()) {
      if (node.kind === 'loadbalance' && chosenEdges(node).length > 1) return []
      if (node.kind !== 'fallback') continue
      const next = node.children[child + 1]
      if (next !== undefined) return firstTargets(pointer + next.path, next.node)
      if (child > 0) return []
    }
    return []
  }
  return { first: firstTargets(plan.root.path, plan.root.node), nextAfter, insteadOf }
}
