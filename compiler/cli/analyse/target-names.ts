// The names of targets, each once: a target that conditions above it lead to in several ways has several routes, which are counted.
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { formatTarget } from '../../report/format-outcomes.ts'

interface TargetRoute {
  /** The target. */
  readonly pointer: Pointer
}

/** Names the targets of some of the routes: `config.targets[0] (2 routes)`, or `(1 of 2 routes)`. */
export function nameTargets(
  routes: readonly TargetRoute[],
): (some: readonly TargetRoute[]) => readonly string[] {
  const all = countRoutes(routes)
  return some =>
    [...countRoutes(some)].map(([pointer, count]) => {
      const total = all.get(pointer) ?? count
      const routes = count === total ? pluralize(total, 'route') : `${count} of ${total} routes`
      return total === 1 ? formatTarget(pointer) : `${formatTarget(pointer)} (${routes})`
    })
}

function countRoutes(routes: readonly TargetRoute[]): ReadonlyMap<Pointer, number> {
  const counts = new Map<Pointer, number>()
  for (const { pointer } of routes) counts.set(pointer, (counts.get(pointer) ?? 0) + 1)
  return counts
}
