// Validates what the schema of a plan cannot express and the linker relies on: indexes point downwards and into
// their lists, tables fit their children, and `requires` and `needs` are correct.
import type { Edge, Plan, PlanNode, StatusSet } from '../../schemas/generated/types.ts'
import { canonical } from './canonical.ts'
import { chooseFaults } from './choose-faults.ts'
import { drawFaults } from './draw-faults.ts'
import { needsOf } from './needs.ts'
import { requiresOf } from './requires.ts'

/** Limits of a walk from the root, so that no bundle makes a runtime walk forever. */
const MOST_PLACES = 1_000_000
const MOST_LEVELS = 1_000

/** The errors of one plan that matches its schema, as sentences that name the plan. */
export function planFaults([id, plan]: readonly [string, Plan]): readonly string[] {
  const faults = [
    ...plan.nodes.flatMap((node, index) =>
      nodeFaults(plan, node, index).map(fault => `node ${index} ${fault}`),
    ),
    ...edgeFaults(plan.root, plan.nodes.length, 'nodes').map(fault => `root ${fault}`),
  ]
  const all = faults.length === 0 ? [...summaryFaults(plan), ...sizeFaults(plan)] : faults
  return all.map(fault => `plan "${id}": ${fault}.`)
}

function nodeFaults(plan: Plan, node: PlanNode, index: number): readonly string[] {
  const edges = node.children.flatMap(edge => edgeFaults(edge, index, 'nodes before it'))
  return edges.length === 0 ? kindFaults(plan, node) : edges
}

function kindFaults(plan: Plan, node: PlanNode): readonly string[] {
  switch (node.kind) {
    case 'call':
      return statusFaults(node.attempt.on)
    case 'balance':
      return drawFaults(node.draw, node.children.length)
    case 'fallback':
      return statusFaults(node.on)
    case 'choose':
      return chooseFaults(node)
    case 'cache':
      return node.children.every(edge => plan.nodes[edge.node]?.kind === 'call')
        ? []
        : ['caches a node that is not a call']
    case 'guard':
      return []
  }
}

function edgeFaults(edge: Edge, count: number, where: string): readonly string[] {
  return [
    ...(edge.node < count ? [] : [`leads to node ${edge.node}, but there are ${count} ${where}`]),
    ...(/^(\/([^/~]|~[01])*)*$/.test(edge.at)
      ? []
      : [`has an edge at ${JSON.stringify(edge.at)}, which is not a JSON Pointer`]),
  ]
}

function statusFaults(set: StatusSet): readonly string[] {
  const sound = set.every(([low, high], index) => low <= high && low > (set[index - 1]?.[1] ?? 0))
  return sound ? [] : ['has status ranges that are not sorted and disjoint']
}

function summaryFaults({ nodes, requires, needs }: Plan): readonly string[] {
  return [
    ...(canonical(requires) === canonical(requiresOf(nodes))
      ? []
      : ['"requires" is not what its nodes require']),
    ...(canonical(needs) === canonical(needsOf(nodes)) ? [] : ['"needs" is not what its nodes read']),
  ]
}

/** Counted bottom-up, since a walk from the root is what this limits. */
function sizeFaults({ nodes }: Plan): readonly string[] {
  const places: number[] = []
  const levels: number[] = []
  for (const { children } of nodes) {
    places.push(children.reduce((sum, edge) => sum + (places[edge.node] ?? 0), 1))
    levels.push(children.reduce((most, edge) => Math.max(most, 1 + (levels[edge.node] ?? 0)), 1))
  }
  return [
    ...(places.every(count => count <= MOST_PLACES) ? [] : [`has more than ${MOST_PLACES} places`]),
    ...(levels.every(count => count <= MOST_LEVELS) ? [] : [`has more than ${MOST_LEVELS} levels`]),
  ]
}
