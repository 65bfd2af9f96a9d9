// The routes of a plan: every way from the root to a call, with the choices, caches and guards on it.
import type { CallNode, Edge, GuardNode, Plan, PlanNode } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { nodeAt } from '../plan/plan-builder.ts'

/** A node above a call, and the child that leads to the call. */
export interface RouteStep {
  readonly node: Exclude<PlanNode, CallNode>
  readonly pointer: Pointer
  readonly child: number
}

export interface PlanRoute {
  /** The position of the call: its target in the config. */
  readonly pointer: Pointer
  readonly call: CallNode
  /** From the root down. */
  readonly steps: readonly RouteStep[]
}

/** The routes of a plan, and whether there were more than the limit. */
export interface PlanRoutes {
  readonly routes: readonly PlanRoute[]
  readonly isCutOff: boolean
}

/** A shared sub-plan has a route for each of its positions, so a small plan may have very many. */
export const MAX_ROUTES = 20_000

/** The routes in the order of the config. */
export function routesOf(plan: Plan, limit = MAX_ROUTES): PlanRoutes {
  const routes: PlanRoute[] = []
  let isCutOff = false
  const visit = (pointer: Pointer, index: number, steps: readonly RouteStep[]): void => {
    if (routes.length >= limit) {
      isCutOff = true
      return
    }
    const node = nodeAt(plan.nodes, index)
    if (node.kind === 'call') {
      routes.push({ pointer, call: node, steps })
      return
    }
    for (const { child, edge } of chosenEdges(node))
      visit(pointer + edge.path, edge.node, [...steps, { node, pointer, child }])
  }
  visit(plan.root.path, plan.root.node, [])
  return { routes, isCutOff }
}

/** The edges of a node that a request may take: not to a target without weight, or that no condition names. */
export function chosenEdges(node: PlanNode): readonly { readonly child: number; readonly edge: Edge }[] {
  const edges = node.children.map((edge, child) => ({ child, edge }))
  if (node.kind === 'loadbalance') return edges.filter(({ child }) => (node.draw.weights[child] ?? 0) > 0)
  if (node.kind !== 'conditional') return edges
  const named = new Set([
    node.otherwise,
    ...node.steps.flatMap(step => ('then' in step ? [step.then] : Object.values(step.table))),
  ])
  return edges.filter(({ child }) => named.has(child))
}

/** The guard nodes of a route, the innermost last. */
export const guardsOf = ({ steps }: PlanRoute): readonly GuardNode[] =>
  steps.flatMap(({ node }) => (node.kind === 'guard' ? [node] : []))
