// The limits of keys of the store as they are enforced: policies with the key as their condition, like those of the manifest's keys.
import type { LimitPolicies } from '../../../../schemas/generated/types.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'
import { type LimitOwner, ownPolicies } from '../../limits/limit-owner.ts'
import { API_KEY, API_KEY_FORM, type ApiKey } from './model.ts'

/** A key as the owner of its limits. */
export const keyOwner = ({
  id,
  name,
  rateLimits,
  usageLimits,
}: Pick<ApiKey, 'id' | 'name' | 'rateLimits' | 'usageLimits'>): LimitOwner => ({
  id,
  name,
  rateLimits,
  usageLimits,
  conditions: [{ key: 'api_key', value: id }],
})

/** Enforces the limits of keys, now and after each change of a key that has some; most keys have none. */
export function followKeyLimits(limiter: Pick<Limiter, 'replace'>, replica: Replica): void {
  const limited = new Map<string, LimitPolicies>()
  /** Whether limits may have changed. */
  const note = (id: string, resource: Resource | undefined): boolean => {
    const isLimited = 'rate_limits' in (resource?.value ?? {}) || 'usage_limits' in (resource?.value ?? {})
    if (resource === undefined || !isLimited) return limited.delete(id)
    limited.set(id, ownPolicies(keyOwner(API_KEY_FORM.read(resource))))
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
