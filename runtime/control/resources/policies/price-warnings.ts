// Warnings about budgets of cost and models without a price, in the words of `check`: when a budget is written, and when a config is.
import { targetsOfCall } from '../../../../compiler/analyse/call-provider.ts'
import {
  refusingBudget,
  UNPRICED_MODEL,
  type UnpricedTarget,
  unpricedMessage,
  unpricedTargets,
} from '../../../../compiler/analyse/unpriced-targets.ts'
import type { Plan, UsagePolicy } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { isFailure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { activePolicies, type FoundPolicy, type SavedPolicy, USAGE_LIMIT } from '../../limits/policy.ts'
import { compileConfig } from '../configs/compile-config.ts'
import { CONFIGS_OF_WORKSPACE, savedConfigOf } from '../configs/model.ts'
import { catalogProviderOf } from '../providers/model.ts'
import { enforcedUsage } from './enforced-policies.ts'

type Context = Pick<ControlSources, 'gateway' | 'replica' | 'loadedAt'>

/** Saved configs of a workspace that are looked at for a budget, each of which is compiled. */
const MAX_CONFIGS = 200

type PolicySources = Context & Pick<ControlSources, 'plans' | 'catalog' | 'hash'>

/** About a policy: the targets that it refuses, of the project's configs and of those that its workspace has saved. */
export function policyPriceWarnings(policy: SavedPolicy, context: PolicySources): readonly JsonObject[] {
  const { terms, status, workspace } = policy
  if (status !== 'active' || terms.type !== 'cost' || terms.uncounted === 'allow') return []
  const budget = enforcedUsage(policy)
  const plans = [...Object.entries(context.plans), ...savedPlans(workspace, context)]
  return plans.flatMap(([config, plan]) =>
    targetsIn(plan, workspace, context).flatMap(target =>
      refusingBudget([budget], target) === undefined
        ? []
        : [warning(UNPRICED_MODEL, unpricedMessage(target, budget), { config, pointer: target.pointer })],
    ),
  )
}

/** The plans of configs that are saved and in use, by their slugs. */
const savedPlans = (
  workspace: string | null,
  context: PolicySources,
): readonly (readonly [slug: string, plan: Plan])[] =>
  workspace === null
    ? []
    : (context.replica?.find(CONFIGS_OF_WORKSPACE, workspace) ?? [])
        .slice(0, MAX_CONFIGS)
        .map(savedConfigOf)
        .filter(({ slug, status }) => status === 'active' && !Object.hasOwn(context.plans, slug))
        .flatMap(({ slug, text }) => {
          const compiled = compileConfig(context, slug, text)
          return isFailure(compiled) ? [] : [[slug, compiled.plan] as const]
        })

/** About a budget that was saved before calls without a price were refused. */
export const admitsUnpriced = ({
  owner,
  terms,
  status,
  refusesUnpriced,
}: FoundPolicy): readonly JsonObject[] =>
  owner === 'api' &&
  status === 'active' &&
  terms.type === 'cost' &&
  terms.uncounted !== 'allow' &&
  !refusesUnpriced
    ? [
        warning(
          'admits-unpriced',
          'Calls whose price is unknown are admitted and not counted, because the budget was saved before such calls were refused. Update it to refuse them, or set "uncounted" to "allow" to admit them for good.',
          {},
        ),
      ]
    : []

/** About a config of a workspace: its targets that a budget of cost refuses. */
export function configPriceWarnings(plan: Plan, workspace: string, context: Context): readonly JsonObject[] {
  const targets = targetsIn(plan, workspace, context)
  if (targets.length === 0) return []
  const stored = activePolicies(context, USAGE_LIMIT, workspace)
  const budgets: readonly UsagePolicy[] = [
    ...(context.gateway.policies?.usages ?? []),
    ...stored.map(enforcedUsage),
  ]
  if (!budgets.some(({ refusesUnpriced }) => refusesUnpriced === true)) return []
  return targets.flatMap(target => {
    const budget = refusingBudget(budgets, target)
    return budget === undefined
      ? []
      : [warning(UNPRICED_MODEL, unpricedMessage(target, budget), { pointer: target.pointer })]
  })
}

function targetsIn(plan: Plan, workspace: string, { gateway, replica }: Context): readonly UnpricedTarget[] {
  return unpricedTargets(plan, gateway.prices, node =>
    targetsOfCall(node, gateway).map(target => {
      const { binding } = target.call
      const provider =
        binding.from === 'slug' ? catalogProviderOf({ replica }, workspace, binding.slug) : undefined
      return target.provider === undefined ? { ...target, provider } : target
    }),
  )
}

const warning = (code: string, message: string, place: JsonObject): JsonObject => ({
  code,
  severity: 'warning',
  message,
  ...place,
})
