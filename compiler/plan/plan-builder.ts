// Builds the node table of a plan with hash-consing: adding an equal node returns the existing index, so equal
// sub-plans are stored once.
import type { Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { needsOf, requiresOf } from './requires.ts'

export interface PlanBuilder {
  /** The index of a node equal to this one, whose children were added before. */
  readonly add: (node: PlanNode) => number
  /** The node an edge leads to. */
  readonly resolveEdge: (edge: Edge) => PlanNode
  /** The plan that starts at this edge, without unreachable nodes. */
  readonly finish: (root: Edge) => Plan
}

export function createPlanBuilder(): PlanBuilder {
  const nodes: PlanNode[] = []
  const indexes = new Map<string, number>()
  const add = (node: PlanNode): number => {
    const key = canonicalJson(node)
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, nodes.length)
    return nodes.push(node) - 1
  }
  return { add, resolveEdge: edge => nodeAt(nodes, edge.node), finish: root => pruneToPlan(nodes, root) }
}

/** The node of an index. A valid plan has no other indexes, so a miss is a bug. */
export function nodeAt(nodes: readonly PlanNode[], index: number): PlanNode {
  const node = nodes[index]
  if (node === undefined) throw new Error(`A plan of ${nodes.length} nodes has no node ${index}.`)
  return node
}

/** Numbers the reachable nodes in post-order, so that equal plans have equal tables. */
function pruneToPlan(nodes: readonly PlanNode[], root: Edge): Plan {
  const reachable: PlanNode[] = []
  const newIndexes = new Map<number, number>()
  const copyEdge = (edge: Edge): Edge => {
    const newIndex = newIndexes.get(edge.node)
    if (newIndex !== undefined) return { path: edge.path, node: newIndex }
    const node = nodeAt(nodes, edge.node)
    const children = node.children.map(copyEdge)
    const added = reachable.push(children.length === 0 ? node : { ...node, children }) - 1
    newIndexes.set(edge.node, added)
    return { path: edge.path, node: added }
  }
  const newRoot = copyEdge(root)
  return {
    version: 2,
    requires: requiresOf(reachable),
    needs: needsOf(reachable),
    nodes: reachable,
    root: newRoot,
  }
}
