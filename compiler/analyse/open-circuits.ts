// What open circuits let through: a fallback skips a target whose circuit is open, also one that no reply triggers (semantics, section 7).
import type { Edge, FallbackNode, Plan, PlanNode } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { nodeAt } from '../plan/plan-builder.ts'
import { neverTriggers } from '../plan/trigger.ts'
import { choicesOf, MAX_WAYS, type RouteConditions } from './route-conditions.ts'
import { chosenEdges, type PlanRoute } from './routes.ts'

/** Whether a node is skipped in some state of the circuits: all of what a request could call there has one that is open. */
function canBeSkipped(plan: Plan, { node: index }: Edge): boolean {
  const node: PlanNode = nodeAt(plan.nodes, index)
  if (node.kind === 'call') return node.breaker !== undefined
  const edges = chosenEdges(node).map(({ edge }) => edge)
  const isSkipped = (edge: Edge): boolean => canBeSkipped(plan, edge)
  // The request chooses the target of a condition.
  return node.kind === 'conditional' ? edges.some(isSkipped) : edges.every(isSkipped)
}

/** The children of which one is called if no reply triggers the fallback: the first, and those that circuits before them lead to. */
export function untriggeredChildren(plan: Plan, { children }: FallbackNode): readonly Edge[] {
  const last = children.findIndex(edge => !canBeSkipped(plan, edge))
  return last === -1 ? children : children.slice(0, last + 1)
}

/** Whether only open circuits lead to the target, while every provider that is called replies as it should. */
export const isReachedByCircuits = (plan: Plan, { steps }: PlanRoute): boolean =>
  steps.every(({ node, child }) => node.kind !== 'fallback' || child < untriggeredChildren(plan, node).length)

/** Whether neither a reply nor the state of circuits leads to the target. */
export const isNeverReached = (plan: Plan, { steps }: PlanRoute): boolean =>
  steps.some(
    ({ node, child }) =>
      node.kind === 'fallback' && neverTriggers(node) && child >= untriggeredChildren(plan, node).length,
  )

/** Circuits that are open, and the requests that find them so: what they could call instead is skipped. */
export interface OpenWay extends RouteConditions {
  readonly open: readonly SkippedTarget[]
}

/** A target whose circuit is open. */
export interface SkippedTarget {
  readonly pointer: Pointer
  /** The fallback that skips the target. */
  readonly fallback: Pointer
}

/**
 * The states of the circuits in which a route is taken although no reply triggers a fallback on it; one without circuits where every fallback
 * is triggered, none where nothing leads to the target. Undefined if there are too many.
 */
export function openWaysTo(plan: Plan, { steps }: PlanRoute): readonly OpenWay[] | undefined {
  const skipped = steps.flatMap(({ node, pointer, child }) =>
    node.kind === 'fallback' && neverTriggers(node)
      ? node.children.slice(0, child).map(edge => ({ edge, pointer }))
      : [],
  )
  return combined(skipped, ({ edge, pointer }) => waysToSkip(plan, pointer, pointer, edge))
}

function waysToSkip(
  plan: Plan,
  fallback: Pointer,
  above: Pointer,
  { node: index, path }: Edge,
): readonly OpenWay[] | undefined {
  const pointer = above + path
  const node: PlanNode = nodeAt(plan.nodes, index)
  if (node.kind === 'call')
    return node.breaker === undefined ? [] : [{ ...ALWAYS, open: [{ pointer, fallback }] }]
  if (node.kind !== 'conditional')
    return combined(chosenEdges(node), ({ edge }) => waysToSkip(plan, fallback, pointer, edge))
  const ways: OpenWay[] = []
  for (const { child, edge } of chosenEdges(node)) {
    const below = waysToSkip(plan, fallback, pointer, edge)
    const choices = choicesOf(node, child)
    if (below === undefined || ways.length + below.length * choices.length > MAX_WAYS) return undefined
    ways.push(...choices.flatMap(choice => below.map(way => both({ ...ALWAYS, ...choice }, way))))
  }
  return ways
}

const ALWAYS: OpenWay = { holds: [], fails: [], open: [] }

const both = (one: OpenWay, other: OpenWay): OpenWay => ({
  holds: [...one.holds, ...other.holds],
  fails: [...one.fails, ...other.fails],
  open: [...one.open, ...other.open],
})

/** All of the parts, each in one of its ways. */
function combined<Part>(
  parts: readonly Part[],
  waysOf: (part: Part) => readonly OpenWay[] | undefined,
): readonly OpenWay[] | undefined {
  let ways: readonly OpenWay[] = [ALWAYS]
  for (const part of parts) {
    const found = waysOf(part)
    if (found === undefined || ways.length * found.length > MAX_WAYS) return undefined
    ways = ways.flatMap(way => found.map(each => both(way, each)))
  }
  return ways
}
