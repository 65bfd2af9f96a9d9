// The limits of keys of the store as they are enforced: policies with the key as their condition, like those of the manifest's keys.
import { lowerRateLimit, lowerUsageLimit } from '../../../compiler/lower/policies.ts'
import type { LimitCondition, LimitPolicies } from '../../../schemas/generated/types.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { ControlContext } from '../api/api-request.ts'
import type { Replica } from '../replica.ts'
import type { Resource } from '../resource-store.ts'
import { API_KEY, type ApiKey, toApiKey } from './api-key.ts'

/** The identifier of the budget of a key, among policies. */
export const keyBudgetId = (key: string): string => `${key}-budget`

export function keyPolicies({ id, name, rateLimits, usageLimits }: ApiKey): LimitPolicies {
  const conditions: readonly LimitCondition[] = [{ key: 'api_key', value: id }]
  return {
    rates: rateLimits.map(limit =>
      lowerRateLimit(`${id}-${limit.type}-${limit.unit}`, { ...limit, name, conditions }),
    ),
    usages:
      usageLimits === null ? [] : [lowerUsageLimit(keyBudgetId(id), { ...usageLimits, name, conditions })],
  }
}

/** Enforces the limits of keys, now and after each change of a key that has some; most keys have none. */
export function followKeyLimits(limiter: Pick<Limiter, 'replace'>, replica: Replica): void {
  const limited = new Map<string, LimitPolicies>()
  /** Whether limits may have changed. */
  const note = (id: string, resource: Resource | undefined): boolean => {
    const isLimited = 'rate_limits' in (resource?.value ?? {}) || 'usage_limits' in (resource?.value ?? {})
    if (resource === undefined || !isLimited) return limited.delete(id)
    limited.set(id, keyPolicies(toApiKey(resource)))
    return true
  }
  const enforce = (): void =>
    limiter.replace('keys', {
      rates: [...limited.values()].flatMap(({ rates }) => rates),
      usages: [...limited.values()].flatMap(({ usages }) => usages),
    })
  const load = (): void => {
    limited.clear()
    for (const resource of replica.all(API_KEY)) note(resource.id, resource)
    enforce()
  }
  load()
  replica.onChange(API_KEY, changed => {
    if (changed === undefined) load()
    else if (changed.filter(id => note(id, replica.get(API_KEY, id))).length > 0) enforce()
  })
}

/** The identifiers of keys that have used all of their budgets. */
export async function exhaustedKeys(
  keys: readonly ApiKey[],
  { limits, clock }: Pick<ControlContext, 'limits' | 'clock'>,
): Promise<ReadonlySet<string>> {
  const budgets = new Map(
    keys.flatMap(({ id, usageLimits }) => (usageLimits === null ? [] : [[keyBudgetId(id), id] as const])),
  )
  const exhausted = new Set<string>()
  if (limits === undefined || budgets.size === 0) return exhausted
  for (const policy of limits.policies()) {
    const key = budgets.get(policy.id)
    if (key === undefined) continue
    const used = await limits.used(policy, '')
    if (used >= policy.ruleAt(clock.now()).rule.limit) exhausted.add(key)
  }
  return exhausted
}
