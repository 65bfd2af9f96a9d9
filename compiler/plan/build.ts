// Builds the node table of a plan with hash-consing: adding an equal node returns the existing index, so equal
// sub-plans are stored once.
import type { Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { canonical } from './canonical.ts'
import { needsOf } from './needs.ts'
import { requiresOf } from './requires.ts'

export interface Builder {
  /** The index of a node equal to this one, whose children were added before. */
  readonly add: (node: PlanNode) => number
  /** The node an edge leads to. */
  readonly below: (edge: Edge) => PlanNode
  /** The plan that starts at this edge, without unreachable nodes. */
  readonly finish: (root: Edge) => Plan
}

export function builder(): Builder {
  const nodes: PlanNode[] = []
  const indexes = new Map<string, number>()
  const add = (node: PlanNode): number => {
    const key = canonical(node)
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, nodes.length)
    return nodes.push(node) - 1
  }
  return { add, below: edge => nodeAt(nodes, edge.node), finish: root => planOf(nodes, root) }
}

/** The node of an index. A valid plan has no other indexes, so a miss is a bug. */
export function nodeAt(nodes: readonly PlanNode[], index: number): PlanNode {
  const node = nodes[index]
  if (node === undefined) throw new Error(`A plan of ${nodes.length} nodes has no node ${index}.`)
  return node
}

/** Numbers the reachable nodes in post-order, so that equal plans have equal tables. */
function planOf(nodes: readonly PlanNode[], root: Edge): Plan {
  const kept: PlanNode[] = []
  const places = new Map<number, number>()
  const keep = (edge: Edge): Edge => {
    const place = places.get(edge.node)
    if (place !== undefined) return { at: edge.at, node: place }
    const node = nodeAt(nodes, edge.node)
    const children = node.children.map(keep)
    const added = kept.push({ ...node, children }) - 1
    places.set(edge.node, added)
    return { at: edge.at, node: added }
  }
  const start = keep(root)
  return { version: 1, requires: requiresOf(kept), needs: needsOf(kept), nodes: kept, root: start }
}
