// The calls of the most expensive request, as far as prices are known.
import type { Plan } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { nodeAt } from '../plan/plan-builder.ts'
import { neverTriggers } from '../plan/trigger.ts'
import { attemptsOf } from './call-bounds.ts'
import type { Envelope } from './envelope.ts'
import { untriggeredChildren } from './open-circuits.ts'
import { chosenEdges } from './routes.ts'

export interface PathCall {
  readonly pointer: Pointer
  readonly attempts: number
}

/** In the order of the calls; of several equal ones the first in the config. */
export function mostExpensivePath(plan: Plan, envelopes: readonly Envelope[]): readonly PathCall[] {
  const costOf = (index: number): number => {
    const cost = envelopes[index]?.cost
    return cost === undefined ? 0 : 'most' in cost ? cost.most : cost.atLeast
  }
  const visit = (pointer: Pointer, index: number): readonly PathCall[] => {
    const node = nodeAt(plan.nodes, index)
    if (node.kind === 'call') return [{ pointer, attempts: attemptsOf(node) }]
    const isSequence = node.kind === 'fallback' && !neverTriggers(node)
    const edges =
      node.kind === 'fallback' && !isSequence
        ? untriggeredChildren(plan, node)
        : chosenEdges(node).map(({ edge }) => edge)
    const [first, ...others] = edges
    if (first === undefined) return []
    const mostExpensive = others.reduce(
      (best, edge) => (costOf(edge.node) > costOf(best.node) ? edge : best),
      first,
    )
    const taken = isSequence ? edges : [mostExpensive]
    return taken.flatMap(edge => visit(pointer + edge.path, edge.node))
  }
  return visit(plan.root.path, plan.root.node)
}
