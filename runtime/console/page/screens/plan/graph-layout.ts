// Where the nodes and ways of a plan are drawn: from left to right in layers, with room for the words of the ways.
import { Graph, layout } from '@dagrejs/dagre'
import type { PlanGraph } from '../../../../../schemas/generated/control-types.ts'

export const BOX = { width: 224, height: 64 } as const

interface Point {
  readonly x: number
  readonly y: number
}

export interface DrawnWay {
  readonly from: number
  readonly to: number
  readonly points: readonly Point[]
  /** The middle of its words. */
  readonly label: Point
}

export interface GraphLayout {
  readonly width: number
  readonly height: number
  /** The middle of each node, by its number. */
  readonly nodes: readonly Point[]
  readonly ways: readonly DrawnWay[]
}

/** Letters of a way's words that are drawn. */
export const MAX_WORDS = 26
const LETTER = 6.6

export function layoutGraph({ nodes }: PlanGraph): GraphLayout {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 34, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(String(id), { ...BOX })
  for (const { id, children } of nodes)
    for (const { node, label } of children)
      graph.setEdge(String(id), String(node), {
        width: Math.min(label.length, MAX_WORDS) * LETTER,
        height: 14,
        labelpos: 'c',
      })
  // Plans are trees: in the order of the config no ways cross, and the first choice is on top.
  layout(graph, { disableOptimalOrderHeuristic: true })
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number }
  return {
    width,
    height,
    nodes: nodes.map(({ id }) => pointOf(graph.node(String(id)))),
    ways: nodes.flatMap(({ id, children }) =>
      children.map(({ node }) => {
        const way = graph.edge(String(id), String(node)) as { readonly points?: readonly Point[] } & Point
        return { from: id, to: node, points: way.points ?? [], label: pointOf(way) }
      }),
    ),
  }
}

const pointOf = (value: unknown): Point => {
  const { x = 0, y = 0 } = (value ?? {}) as Partial<Point>
  return { x, y }
}
