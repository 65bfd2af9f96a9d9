// The routes of a plan: every way from the root to a call, with the choices, caches and guards on it.
import type { CallNode, GuardNode, LoadbalanceNode, Plan, PlanNode } from '../../schemas/generated/types.ts'
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
    for (const [child, edge] of node.children.entries())
      if (isEverChosen(node, child))
        visit(pointer + edge.path, edge.node, [...steps, { node, pointer, child }])
  }
  visit(plan.root.path, plan.root.node, [])
  return { routes, isCutOff }
}

/** False for a target without weight. */
export const isEverChosen = (node: PlanNode, child: number): boolean =>
  node.kind !== 'loadbalance' || weightOf(node, child) > 0

const weightOf = ({ draw }: LoadbalanceNode, child: number): number => draw.weights[child] ?? 0

/** The guard nodes of a route, the innermost last. */
export const guardsOf = ({ steps }: PlanRoute): readonly GuardNode[] =>
  steps.flatMap(({ node }) => (node.kind === 'guard' ? [node] : []))
