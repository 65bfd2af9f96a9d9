// Every position in a plan: a node that several edges share is visited once per path, each time with its pointer
// in the config.
import type { Plan, PlanNode } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { nodeAt } from './plan-builder.ts'

export interface PlanPosition {
  /** Where in the config the node comes from, by this way. */
  readonly pointer: Pointer
  readonly node: PlanNode
  /** The index of the node in the table. */
  readonly index: number
}

/** The positions in the order of the config, parents before children. */
export function walkPlan(plan: Plan): readonly PlanPosition[] {
  const positions: PlanPosition[] = []
  const visit = (pointer: Pointer, index: number): void => {
    const node = nodeAt(plan.nodes, index)
    positions.push({ pointer, node, index })
    for (const edge of node.children) visit(pointer + edge.path, edge.node)
  }
  visit(plan.root.path, plan.root.node)
  return positions
}
