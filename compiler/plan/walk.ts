// Every position in a plan: a node that several edges share is visited once per path, each time with its pointer
// in the config.
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

/** The positions in the order of the config, parents before children. */
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
