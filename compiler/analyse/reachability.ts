// Which targets a request can reach, by which outcomes, and how late: a client whose deadline is earlier never reaches them. And which
// routes of the API a target does not serve although another target of the config does: whether a request for them is answered depends
// on the target that it reaches.
import type { Gateway, Plan, ProviderSpec } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { type Bound, sumBounds } from './bound.ts'
import { targetsOfCall } from './call-provider.ts'
import type { Envelope } from './envelope.ts'
import type { FailureTable } from './failure-table.ts'
import { hasOnlyGuardStatuses } from './guarded-routes.ts'
import { isNeverReached, isReachedByCircuits } from './open-circuits.ts'
import { type PlanRoute, routesOf } from './routes.ts'

export type Reached =
  | 'first'
  | 'after-failures'
  /** Only while circuits of preceding targets are open: no reply leads to it. */
  | 'while-circuits-open'
  /** Only by 446 or 246, and no guard of a preceding target replies with them: a provider would have to. */
  | 'only-by-guard-statuses'
  | 'never'

export interface TargetReach {
  readonly pointer: Pointer
  readonly reached: Reached
  /** Milliseconds after which it is called at the latest. */
  readonly latestStart: Bound
}

export function analyseReachability(
  plan: Plan,
  table: FailureTable,
  envelopes: readonly Envelope[],
): readonly TargetReach[] {
  const first = new Set(table.first)
  const failed = new Set<Pointer>()
  const byGuards = new Set<Pointer>()
  for (const { rows } of table.routes)
    for (const { outcome, next, notDecided } of rows) {
      const isOfGuard = 'statuses' in outcome && hasOnlyGuardStatuses(outcome.statuses)
      for (const pointer of [...next, ...(notDecided?.otherwise.next ?? [])])
        (isOfGuard ? byGuards : failed).add(pointer)
    }
  const reachedBy = (route: PlanRoute): Reached => {
    const { pointer } = route
    if (first.has(pointer)) return 'first'
    if (failed.has(pointer)) return 'after-failures'
    if (isReachedByCircuits(plan, route)) return 'while-circuits-open'
    if (byGuards.has(pointer)) return 'only-by-guard-statuses'
    return isNeverReached(plan, route) ? 'never' : 'while-circuits-open'
  }
  return routesOf(plan).routes.map(route => ({
    pointer: route.pointer,
    reached: reachedBy(route),
    latestStart: latestStart(route, envelopes),
  }))
}

/** The time of all that comes before it in the fallbacks above. */
const latestStart = ({ steps }: PlanRoute, envelopes: readonly Envelope[]): Bound =>
  sumBounds(
    steps.flatMap(({ node, child }) =>
      node.kind === 'fallback'
        ? node.children.slice(0, child).flatMap(edge => envelopes[edge.node]?.firstContent ?? [])
        : [],
    ),
  )

/** The routes that a provider serves, such as `chat/completions`. */
type ServedRoutes = (spec: ProviderSpec) => readonly string[]

interface RouteCatalog {
  readonly provider: (name: string) => ProviderSpec | undefined
  readonly served: ServedRoutes
}

interface UnservedRoutes {
  readonly pointer: Pointer
  /** The name of its provider. */
  readonly provider: string
  /** What it does not serve, in alphabetical order. */
  readonly routes: readonly string[]
}

export interface ServedComparison {
  readonly unserved: readonly UnservedRoutes[]
  /** Targets whose provider the request names, or the store has: what they serve is not decided. */
  readonly undecided: readonly Pointer[]
}

export function compareServedRoutes(
  plan: Plan,
  gateway: Pick<Gateway, 'providers' | 'pools'>,
  catalog: RouteCatalog,
): ServedComparison {
  const known = new Map<Pointer, Map<string, ProviderSpec>>()
  const undecided = new Set<Pointer>()
  for (const { pointer, call } of routesOf(plan).routes)
    for (const { provider: id } of targetsOfCall(call, gateway)) {
      const spec = id === undefined ? undefined : catalog.provider(id)
      if (spec === undefined) undecided.add(pointer)
      else known.set(pointer, (known.get(pointer) ?? new Map()).set(spec.id, spec))
    }
  const specs = [...known].flatMap(([pointer, each]) => [...each.values()].map(spec => ({ pointer, spec })))
  const all = [...new Set(specs.flatMap(({ spec }) => catalog.served(spec)))].sort()
  const unserved = specs.flatMap(({ pointer, spec }): readonly UnservedRoutes[] => {
    const served = new Set(catalog.served(spec))
    const routes = all.filter(route => !served.has(route))
    return routes.length === 0 ? [] : [{ pointer, provider: spec.name, routes }]
  })
  return { unserved, undecided: [...undecided] }
}
