// Every place of a plan: a node that several edges share is met once for each way to it, each time with the pointer
// of that place in the config.
import type { Plan, PlanNode } from '../../schemas/generated/types.ts'
import type { Pointer } from '../pointer.ts'
import { nodeAt } from './build.ts'

export interface PlanPlace {
  /** Where in the config the node comes from, by this way. */
  readonly pointer: Pointer
  readonly node: PlanNode
  /** The index of the node in the table. */
  readonly index: number
}

/** The places in the order of the config, parents before children. */
export function walk(plan: Plan): readonly PlanPlace[] {
  const places: PlanPlace[] = []
  const visit = (pointer: Pointer, index: number): void => {
    const node = nodeAt(plan.nodes, index)
    places.push({ pointer, node, index })
    for (const edge of node.children) visit(pointer + edge.at, edge.node)
  }
  visit(plan.root.at, plan.root.node)
  return places
}
