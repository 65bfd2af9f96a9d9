// The conditions on the way to a target: predicates that a request meets, and those of earlier steps that it does not.
import type { ConditionalNode, Predicate } from '../../schemas/generated/types.ts'
import { type FoundRequest, findRequest } from './conditions/smallest-request.ts'
import type { PlanRoute } from './routes.ts'

/** One way through the conditions of a route. */
export interface RouteConditions {
  readonly holds: readonly Predicate[]
  readonly fails: readonly Predicate[]
}

/** The number of distinct paths of one route. */
export const MAX_WAYS = 64

/** The predicate of a step of a conditional; of a table, that it has the field's value. */
export const stepPredicate = (step: ConditionalNode['steps'][number], child?: number): Predicate =>
  'when' in step
    ? step.when
    : {
        test: 'in',
        field: step.field,
        values: Object.keys(step.table).filter(value => child === undefined || step.table[value] === child),
      }

/** Undefined if there are too many. */
function waysOf({ steps }: Pick<PlanRoute, 'steps'>): readonly RouteConditions[] | undefined {
  let ways: readonly RouteConditions[] = [{ holds: [], fails: [] }]
  for (const { node, child } of steps) {
    if (node.kind !== 'conditional') continue
    const choices = choicesOf(node, child)
    if (ways.length * choices.length > MAX_WAYS) return undefined
    ways = ways.flatMap(way =>
      choices.map(choice => ({
        holds: [...way.holds, ...choice.holds],
        fails: [...way.fails, ...choice.fails],
      })),
    )
  }
  return ways
}

/** The ways from a conditional to one of its children. */
export function choicesOf(node: ConditionalNode, child: number): readonly RouteConditions[] {
  const ways: RouteConditions[] = []
  const earlier: Predicate[] = []
  for (const step of node.steps) {
    const leads = 'then' in step ? step.then === child : Object.values(step.table).includes(child)
    if (leads) ways.push({ holds: [stepPredicate(step, child)], fails: [...earlier] })
    earlier.push(stepPredicate(step))
  }
  return node.otherwise === child ? [...ways, { holds: [], fails: earlier }] : ways
}

/** Why a request on a route is not decided. */
export const TOO_MANY_CONDITIONS = 'too many conditions lead to it'

/** Minimal request that takes the route, and meets what else is asked of it. */
export function requestOnRoute(
  route: Pick<PlanRoute, 'steps'>,
  also: readonly Predicate[],
  alsoFails: readonly Predicate[] = [],
): FoundRequest {
  const ways = waysOf(route)
  if (ways === undefined) return { kind: 'not decided', because: TOO_MANY_CONDITIONS }
  let open: FoundRequest | undefined
  for (const { holds, fails } of ways) {
    const found = findRequest([...also, ...holds], [...alsoFails, ...fails])
    if (found.kind === 'found') return found
    if (found.kind === 'not decided') open ??= found
  }
  return open ?? { kind: 'none' }
}
