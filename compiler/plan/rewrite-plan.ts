// Bottom-up rewriting of a plan. A pass sees one node whose children are rewritten and returns a replacement node,
// or an edge to a node below it; the paths of edges to it are then extended by the path of that edge.
import type { Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { createPlanBuilder } from './plan-builder.ts'

/** The node that an edge of the current node leads to. */
export type ResolveEdge = (edge: Edge) => PlanNode

/** One rewriting step: the node itself when there is nothing to do. */
export type PlanPass = (node: PlanNode, resolveEdge: ResolveEdge) => PlanNode | Edge

/** The plan with every node rewritten, children before parents. */
export function rewritePlan(plan: Plan, pass: PlanPass): Plan {
  const { add, resolveEdge, finish } = createPlanBuilder()
  const newEdges: Edge[] = []
  const remapEdge = (edge: Edge): Edge => {
    const newEdge = newEdges[edge.node]
    if (newEdge === undefined) throw new Error('A plan names a child before it is in its table.')
    return { path: edge.path + newEdge.path, node: newEdge.node }
  }
  for (const node of plan.nodes) {
    const current = node.children.length === 0 ? node : { ...node, children: node.children.map(remapEdge) }
    const result = pass(current, resolveEdge)
    newEdges.push('kind' in result ? { path: '', node: add(result) } : result)
  }
  return finish(remapEdge(plan.root))
}

/** One pass that runs several in order on each node, until one returns an edge to an already rewritten node. */
export const composePasses =
  (passes: readonly PlanPass[]): PlanPass =>
  (node, resolveEdge) => {
    let current = node
    for (const pass of passes) {
      const result = pass(current, resolveEdge)
      if (!('kind' in result)) return result
      current = result
    }
    return current
  }
