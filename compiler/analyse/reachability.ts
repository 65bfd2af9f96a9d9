// Which targets a request can reach, by which outcomes, and how late: a client whose deadline is earlier never reaches them.
import type { Plan } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { type Bound, sumBounds } from './bound.ts'
import type { Envelope } from './envelope.ts'
import type { FailureTable } from './failure-table.ts'
import { hasOnlyGuardStatuses } from './guarded-routes.ts'
import { isNeverReached, isReachedByCircuits } from './open-circuits.ts'
import { type PlanRoute, routesOf } from './routes.ts'

export type Reached =
  | 'first'
  | 'after-failures'
  /** Only while circuits of the targets before it are open: no reply leads to it. */
  | 'while-circuits-open'
  /** Only by 446 or 246, and no guard of the targets before it replies with them: a provider would have to. */
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
