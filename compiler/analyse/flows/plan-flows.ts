// The flows of a plan, route by route: those of its targets, and of the caches and guards around them.
import type { Gateway, Plan, PlanNode } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { isNeverReached } from '../open-circuits.ts'
import { type PlanRoute, routesOf } from '../routes.ts'
import { callersOf } from './callers.ts'
import { carriedMessages, type Flow, type Sender } from './flow.ts'
import { guardFlows, redactsBefore } from './guard-flows.ts'
import { withHops } from './hops.ts'
import { storedAt } from './service-flows.ts'
import { sinkFlows } from './sink-flows.ts'
import { bindingFlows, type FlowCatalog, type FlowContext, targetFlows } from './target-flows.ts'

export interface RouteFlows {
  readonly route: PlanRoute
  readonly flows: readonly Flow[]
}

export interface PlanFlows {
  readonly plan: Plan
  readonly routes: readonly RouteFlows[]
  /** Whether the plan has more routes than were analysed. */
  readonly isCutOff: boolean
}

export function flowsOfPlan(plan: Plan, gateway: Gateway, catalog: FlowCatalog): PlanFlows {
  const callers = callersOf(gateway)
  return flowsOfRoutes(plan, {
    gateway,
    catalog,
    mayNameHosts: callers.some(({ customHosts }) => customHosts),
    mayNameProviders: callers.some(({ choosesRoutes }) => choosesRoutes),
  })
}

export function flowsOfRoutes(plan: Plan, context: FlowContext): PlanFlows {
  const { routes, isCutOff } = routesOf(plan)
  /** Routes with equal nodes around targets with equal bindings have equal flows. */
  const known = new Map<string, { readonly around: readonly PlanNode[]; readonly flows: readonly Flow[] }[]>()
  const flowsOf = (route: PlanRoute): readonly Flow[] => {
    const around = route.steps.flatMap(({ node }) =>
      node.kind === 'guard' || node.kind === 'cache' ? [node] : [],
    )
    const target = canonicalJson([route.call.binding, route.call.forward])
    const same = known
      .get(target)
      ?.find(
        each => each.around.length === around.length && each.around.every((node, at) => node === around[at]),
      )
    if (same !== undefined) return same.flows
    const flows = flowsAround(route, context)
    known.set(target, [...(known.get(target) ?? []), { around, flows }])
    return flows
  }
  return {
    plan,
    isCutOff,
    routes: routes
      .filter(route => !isNeverReached(plan, route))
      .map(route => ({ route, flows: flowsOf(route) })),
  }
}

function flowsAround({ call, steps }: PlanRoute, context: FlowContext): readonly Flow[] {
  const guards = steps.flatMap(({ node }) => (node.kind === 'guard' ? [node] : []))
  const isRedacted = guards.some(guard => redactsBefore(guard, context))
  return [
    ...guards.flatMap(guard => guardFlows(guard, context)),
    ...steps.flatMap(({ node }) => (node.kind === 'cache' ? cacheFlows(node.mode, context, isRedacted) : [])),
    ...targetFlows(call, context, isRedacted),
    ...withHops(sinkFlows(context.gateway), context.gateway.outbound, context.catalog),
  ]
}

const EMBEDDING: Sender = { kind: 'embedding' }

/** Replies are cached in the shared state; embeddings of requests are computed by a provider and stored with the replies. */
function cacheFlows(mode: 'simple' | 'semantic', context: FlowContext, isRedacted: boolean): readonly Flow[] {
  const { state, semantic } = context.gateway
  if (mode === 'simple') return state.kind === 'redis' ? storedAt(state, { kind: 'cache' }) : []
  if (semantic === undefined) return []
  return [
    ...bindingFlows(
      { from: 'slug', slug: semantic.provider },
      { ...context, mayNameHosts: false },
      [carriedMessages(isRedacted)],
      EMBEDDING,
    ),
    ...(semantic.vectors.kind === 'postgres' ? storedAt(semantic.vectors, { kind: 'vectors' }) : []),
    ...(state.kind === 'redis' ? storedAt(state, { kind: 'cache' }) : []),
  ]
}

/** The positions of each flow of a plan, equal flows as one. */
export interface MergedFlow extends Flow {
  readonly pointers: readonly Pointer[]
}

export function mergeFlows({ routes }: PlanFlows): readonly MergedFlow[] {
  const merged = new Map<string, Flow & { readonly pointers: Pointer[] }>()
  for (const { route, flows } of routes)
    for (const flow of flows) {
      const key = JSON.stringify(flow)
      const known = merged.get(key)
      if (known === undefined) merged.set(key, { ...flow, pointers: [route.pointer] })
      else if (known.pointers.at(-1) !== route.pointer) known.pointers.push(route.pointer)
    }
  return [...merged.values()]
}
