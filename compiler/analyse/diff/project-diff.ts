// Two projects compared: their manifests, and their configs by identifier.
import type { Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { flowPath, formatFlowKey } from '../flows/flow.ts'
import { flowsOfPlan } from '../flows/plan-flows.ts'
import { diffGateways, type GatewayDiff, type GatewaySide } from './gateway-diff.ts'
import { highestLevel, type Level } from './level.ts'
import { type DiffContext, diffPlans, type FlowChange, type PlanDiff } from './plan-diff.ts'

export interface ProjectSide extends GatewaySide {
  /** By identifier of the config. */
  readonly plans: ReadonlyMap<string, Plan>
}

export type ConfigDiff =
  | { readonly kind: 'compared'; readonly id: string; readonly diff: PlanDiff }
  /** `flows`: what it sends that nothing sent before, or that nothing sends any more. */
  | {
      readonly kind: 'added' | 'removed'
      readonly id: string
      readonly level: Level
      readonly flows: readonly FlowChange[]
      /** The config of the other side with the same plan, which it has under a new name. */
      readonly samePlanAs?: string
    }

export interface ProjectDiff {
  /** Absent if nothing differs, for every class of requests. */
  readonly level?: Level
  readonly gateway: GatewayDiff
  readonly configs: readonly ConfigDiff[]
}

export function diffProjects(before: ProjectSide, after: ProjectSide, context: DiffContext): ProjectDiff {
  const gateway = diffGateways(before, after, context.catalog)
  /** What the other side has already matters only for a config that is on one side. */
  const known = new Map<ProjectSide, ReadonlySet<string>>()
  const flowsOf = (side: ProjectSide): ReadonlySet<string> => {
    const flows = known.get(side) ?? flowsOfSide(side, context)
    known.set(side, flows)
    return flows
  }
  const ids = [...new Set([...before.plans.keys(), ...after.plans.keys()])].sort()
  const configs = ids.flatMap((id): readonly ConfigDiff[] => {
    const [left, right] = [before.plans.get(id), after.plans.get(id)]
    if (left !== undefined && right !== undefined) {
      const sides = [
        { plan: left, gateway: before.gateway },
        { plan: right, gateway: after.gateway },
      ] as const
      return [{ kind: 'compared', id, diff: diffPlans(sides[0], sides[1], context) }]
    }
    const [plan, side, other, kind] =
      right === undefined
        ? ([left, before, after, 'removed'] as const)
        : ([right, after, before, 'added'] as const)
    if (plan === undefined) return []
    const flows = flowChanges(plan, side, context).filter(flow => !flowsOf(other).has(formatFlowKey(flow)))
    const level = kind === 'added' && flows.length > 0 ? 'security' : 'routing'
    const samePlanAs = findRenamed(plan, side, other)
    return [{ kind, id, level, flows, ...(samePlanAs !== undefined && { samePlanAs }) }]
  })
  const levels = [
    gateway.level,
    ...configs.map(each => (each.kind === 'compared' ? each.diff.level : each.level)),
  ]
  const level = highestLevel(levels.flatMap(each => each ?? []))
  return { ...(level === undefined ? {} : { level }), gateway, configs }
}

/** The config with the same plan that only the other side has. */
function findRenamed(plan: Plan, { plans: own }: ProjectSide, { plans }: ProjectSide): string | undefined {
  const text = canonicalJson(plan as unknown as Json)
  for (const [id, other] of plans)
    if (!own.has(id) && canonicalJson(other as unknown as Json) === text) return id
  return undefined
}

const flowChanges = (
  plan: Plan,
  { gateway }: ProjectSide,
  { catalog }: DiffContext,
): readonly FlowChange[] => {
  const { routes } = flowsOfPlan(plan, gateway, catalog)
  const pairs = routes.flatMap(({ flows }) =>
    flows.map(flow => [formatFlowKey(flow), flowPath(flow)] as const),
  )
  return [...new Map(pairs).values()]
}

const flowsOfSide = (side: ProjectSide, context: DiffContext): ReadonlySet<string> =>
  new Set([...side.plans.values()].flatMap(plan => flowChanges(plan, side, context).map(formatFlowKey)))
