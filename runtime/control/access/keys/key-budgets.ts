// The budgets of a key: its own, and those of its limit profile, which count the key apart. Whether one of them is used up, when usage
// was last reset and will be next, and the writes that reset it.
import type { ApiKeyObject } from '../../../../schemas/generated/control-types.ts'
import type { PlanApiKey, UsagePolicy } from '../../../../schemas/generated/types.ts'
import { usagePeriod } from '../../../limits/usage-period.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { exhaustedBudgets, ownBudget, ownPolicies } from '../../limits/limit-owner.ts'
import { findProfile, profilePolicies } from '../../limits/limit-profile.ts'
import { entityOfValue, resetId, USAGE_RESET } from '../../limits/usage-entity.ts'
import { keyOwner } from './key-limits.ts'
import type { ApiKey } from './model.ts'

type Sources = ReadSources & Pick<ControlSources, 'clock'>

/** What decides the budgets of a key. */
type BudgetedKey = Pick<ApiKey, 'id' | 'name' | 'rateLimits' | 'usageLimits' | 'limitProfile'>

/** A key of the manifest, which is counted by its name there. */
export const manifestBudgets = ({ id, limitProfile }: PlanApiKey): BudgetedKey => ({
  id,
  name: id,
  rateLimits: [],
  usageLimits: null,
  limitProfile: limitProfile ?? null,
})

interface KeyBudget {
  readonly policy: UsagePolicy
  /** What the key is counted as. */
  readonly entity: string
}

const budgetsOf = (key: BudgetedKey, context: Sources): readonly KeyBudget[] => [
  ...ownPolicies(keyOwner(key)).usages.map(policy => ({ policy, entity: '' })),
  ...budgetsOfProfile(context)(key),
]

/** Profiles of many keys are looked up once each. */
function budgetsOfProfile(context: Sources): (key: BudgetedKey) => readonly KeyBudget[] {
  const known = new Map<string, readonly UsagePolicy[]>()
  const policiesOf = (slug: string): readonly UsagePolicy[] => {
    const seen = known.get(slug)
    if (seen !== undefined) return seen
    const profile = findProfile(context, slug)?.saved
    const policies = profile === undefined ? [] : profilePolicies(profile, context.gateway).usages
    known.set(slug, policies)
    return policies
  }
  return ({ id, limitProfile }) =>
    limitProfile === null
      ? []
      : policiesOf(limitProfile).map(policy => ({ policy, entity: entityOfValue(id, 1) }))
}

/** The identifiers of keys that have used up a budget. */
export async function exhaustedKeys(
  keys: readonly BudgetedKey[],
  context: Sources & Pick<ControlSources, 'limits'>,
): Promise<ReadonlySet<string>> {
  const ofProfile = budgetsOfProfile(context)
  const budgets = keys.flatMap(key => [
    ...ownBudget(keyOwner(key)),
    ...ofProfile(key).map(({ policy, entity }) => ({ owner: key.id, policy: policy.id, entity })),
  ])
  return await exhaustedBudgets(budgets, context)
}

/** When usage was last reset, by a period or by a request, and when a period next resets it, as the interface shows it. */
export function resetTimes(
  key: BudgetedKey,
  context: Sources,
): Pick<ApiKeyObject, 'last_reset_at' | 'next_usage_reset_at'> {
  const { clock, hash, replica } = context
  const budgets = budgetsOf(key, context)
  const last = budgets.map(({ policy, entity }) => {
    const reset = replica?.get(USAGE_RESET, resetId(hash, policy.id, entity))?.value['at']
    return Math.max(usagePeriod(policy, clock.now()).start, typeof reset === 'number' ? reset : 0)
  })
  const next = budgets.flatMap(({ policy }) => usagePeriod(policy, clock.now()).end ?? [])
  return {
    last_reset_at: toIso(Math.max(0, ...last)),
    next_usage_reset_at: toIso(next.length === 0 ? 0 : Math.min(...next)),
  }
}

const toIso = (time: number): string | null => (time === 0 ? null : new Date(time).toISOString())

/** Resets the usage of all budgets of a key. */
export const resetsOfKey = (key: BudgetedKey, context: Sources): readonly ResourceWrite[] =>
  budgetsOf(key, context).map(({ policy: { id: policy }, entity }) => ({
    kind: USAGE_RESET,
    id: resetId(context.hash, policy, entity),
    value: { policy, entity, at: context.clock.now() },
  }))
