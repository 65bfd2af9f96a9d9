// Bottom-up rewriting of a plan. A pass sees one node whose children are rewritten and returns a replacement node,
// or an edge to a node below it; the paths of edges to it are then extended by the path of that edge.
import type { Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { builder } from './build.ts'

/** The node that an edge of the current node leads to. */
export type Below = (edge: Edge) => PlanNode

/** One rewriting step: the node itself when there is nothing to do. */
export type Pass = (node: PlanNode, below: Below) => PlanNode | Edge

/** The plan with every node rewritten, children before parents. */
export function rewrite(plan: Plan, pass: Pass): Plan {
  const { add, below, finish } = builder()
  const places: Edge[] = []
  const moved = (edge: Edge): Edge => {
    const place = places[edge.node]
    if (place === undefined) throw new Error('A plan names a child before it is in its table.')
    return { at: edge.at + place.at, node: place.node }
  }
  for (const node of plan.nodes) {
    const result = pass({ ...node, children: node.children.map(moved) }, below)
    places.push('kind' in result ? { at: '', node: add(result) } : result)
  }
  return finish(moved(plan.root))
}

/** One pass that runs several in order on each node, until one returns an edge to an already rewritten node. */
export const inOrder =
  (passes: readonly Pass[]): Pass =>
  (node, below) => {
    let current = node
    for (const pass of passes) {
      const result = pass(current, below)
      if (!('kind' in result)) return result
      current = result
    }
    return current
  }
