// A resource with limits of its own, as policies with conditions that select its calls; its budget has one entity. Whether the
// budget has something left, when it was last reset, and the write that resets it.
import { lowerRateLimit, lowerUsageLimit } from '../../../compiler/lower/policies.ts'
import type { LimitCondition, LimitPolicies } from '../../../schemas/generated/types.ts'
import { usagePeriod } from '../../limits/usage-period.ts'
import type { ControlSources } from '../core/control-sources.ts'
import type { Replica } from '../core/replica.ts'
import type { Resource, ResourceWrite } from '../core/resource-store.ts'
import type { ResourceLimits } from './resource-limits.ts'
import { resetId, USAGE_RESET } from './usage-entity.ts'

export interface LimitOwner extends ResourceLimits {
  /** Unique among all owners; counters are named by it. */
  readonly id: string
  /** For messages. */
  readonly name: string
  readonly conditions: readonly LimitCondition[]
}

/** The identifier of the budget of an owner, among policies; dollars and tokens are counted apart. */
const budgetId = ({ id, usageLimits }: Pick<LimitOwner, 'id' | 'usageLimits'>): string =>
  `${id}-budget-${usageLimits?.type ?? 'none'}`

const ONLY_ENTITY = ''

/** The identifier of the owner, by that of one of its policies: of these the last two words are the limit. */
export const ownerOfPolicy = (policy: string): string => policy.replace(/-[^-]*-[^-]*$/, '')

export function ownPolicies(owner: LimitOwner): LimitPolicies {
  const { id, name, conditions, rateLimits, usageLimits } = owner
  return {
    rates: rateLimits.map(limit =>
      lowerRateLimit(`${id}-${limit.type}-${limit.unit}`, { ...limit, name, conditions }),
    ),
    usages:
      usageLimits === null
        ? []
        : [
            lowerUsageLimit(
              budgetId(owner),
              { ...usageLimits, name, conditions },
              usageLimits.refuses_unpriced === true,
            ),
          ],
  }
}

/**
 * Calls `edit` for each resource of a kind, now, and for those that change; with undefined for one that is deleted. It returns whether
 * anything of the resource is in effect. The function that is returned calls it for all of them again.
 */
export function followEach(
  replica: Pick<Replica, 'all' | 'get' | 'onChange'>,
  kind: string,
  edit: (id: string, resource: Resource | undefined) => boolean,
): () => void {
  const inEffect = new Set<string>()
  const editOne = (id: string, resource: Resource | undefined): void => {
    if (edit(id, resource)) inEffect.add(id)
    else inEffect.delete(id)
  }
  const editAll = (): void => {
    for (const id of inEffect) if (replica.get(kind, id) === undefined) editOne(id, undefined)
    for (const resource of replica.all(kind)) editOne(resource.id, resource)
  }
  editAll()
  replica.onChange(kind, changed => {
    if (changed === undefined) editAll()
    else for (const id of changed) editOne(id, replica.get(kind, id))
  })
  return editAll
}

/** Whether a resource has limits: most have none. */
export const isLimited = (resource: Resource | undefined): resource is Resource =>
  resource !== undefined && ('rate_limits' in resource.value || 'usage_limits' in resource.value)

/** A budget that limits an owner. */
export interface BudgetOfOwner {
  /** The identifier of the owner. */
  readonly owner: string
  readonly policy: string
  /** What the owner is counted as. */
  readonly entity: string
}

/** The budget of an owner itself; none without one. */
export const ownBudget = (owner: Pick<LimitOwner, 'id' | 'usageLimits'>): readonly BudgetOfOwner[] =>
  owner.usageLimits === null ? [] : [{ owner: owner.id, policy: budgetId(owner), entity: ONLY_ENTITY }]

/** The identifiers of owners that have used up a budget. */
export async function exhaustedBudgets(
  budgets: Iterable<BudgetOfOwner>,
  { limits, clock }: Pick<ControlSources, 'clock' | 'limits'>,
): Promise<ReadonlySet<string>> {
  const exhausted = new Set<string>()
  if (limits === undefined) return exhausted
  const now = clock.now()
  const waiting: Promise<void>[] = []
  for (const { owner, policy: id, entity } of budgets) {
    const policy = limits.policy('usage', id)
    if (policy === undefined) continue
    const note = (used: number): void => {
      if (used >= policy.ruleAt(now).rule.limit) exhausted.add(owner)
    }
    const used = limits.used(policy, entity)
    // Counters of several processes are read together.
    if (used instanceof Promise) waiting.push(used.then(note))
    else note(used)
  }
  await Promise.all(waiting)
  return exhausted
}

export const exhaustedOwners = (
  owners: readonly LimitOwner[],
  context: Pick<ControlSources, 'clock' | 'limits'>,
): Promise<ReadonlySet<string>> => exhaustedBudgets(owners.flatMap(ownBudget), context)

/** When the budget was last reset, by its period or by a request, in milliseconds since 1970; null for never. */
export function lastResetOf(
  owner: LimitOwner,
  { clock, replica, hash }: Pick<ControlSources, 'clock' | 'hash' | 'replica'>,
): number | null {
  const [budget] = ownPolicies(owner).usages
  if (budget === undefined) return null
  const { start } = usagePeriod(budget, clock.now())
  const reset = replica?.get(USAGE_RESET, resetId(hash, budget.id, ONLY_ENTITY))?.value['at']
  return Math.max(start, typeof reset === 'number' ? reset : 0) || null
}

/** The same as the interface shows it. */
export function showLastReset(
  owners: Iterable<LimitOwner>,
  context: Parameters<typeof lastResetOf>[1],
): string | null {
  const times = Array.from(owners, owner => lastResetOf(owner, context) ?? 0)
  const last = Math.max(0, ...times)
  return last === 0 ? null : new Date(last).toISOString()
}

/** When usage of the budgets is next reset by their periods, as the interface shows it; null for never. */
export function showNextReset(
  owners: Iterable<LimitOwner>,
  { clock }: Pick<ControlSources, 'clock'>,
): string | null {
  const times = Array.from(owners, ownPolicies).flatMap(({ usages }) =>
    usages.flatMap(budget => usagePeriod(budget, clock.now()).end ?? []),
  )
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString()
}

/** Resets the usage of the budget; nothing if there is none. */
export const resetWrites = (
  owner: LimitOwner,
  { clock, hash }: Pick<ControlSources, 'clock' | 'hash'>,
): readonly ResourceWrite[] =>
  ownPolicies(owner).usages.map(({ id: policy }) => ({
    kind: USAGE_RESET,
    id: resetId(hash, policy, ONLY_ENTITY),
    value: { policy, entity: ONLY_ENTITY, at: clock.now() },
  }))
