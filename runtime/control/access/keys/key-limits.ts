// The limits of keys of the store as they are enforced: policies with the key as their condition, like those of the manifest's keys.
import type { LimitPolicies } from '../../../../schemas/generated/types.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import type { Replica } from '../../core/replica.ts'
import { isLimited, type LimitOwner, ownerOfPolicy, ownPolicies } from '../../limits/limit-owner.ts'
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

/** Enforces the limits of keys, now and after each change of a key. There may be very many: each is linked when it is used. */
export function followKeyLimits(limiter: Pick<Limiter, 'derive'>, replica: Replica): void {
  const owners = limiter.derive({
    key: 'api_key',
    policiesOf: id => {
      const resource = replica.get(API_KEY, id)
      return isLimited(resource) ? ownPolicies(keyOwner(API_KEY_FORM.read(resource))) : NO_POLICIES
    },
    ownerOf: ownerOfPolicy,
  })
  const load = (): void => {
    for (const resource of replica.all(API_KEY)) if (isLimited(resource)) owners.add(resource.id)
  }
  load()
  replica.onChange(API_KEY, changed => {
    if (changed === undefined) {
      owners.clear()
      load()
    } else
      for (const id of changed) {
        if (isLimited(replica.get(API_KEY, id))) owners.add(id)
        else owners.remove(id)
      }
  })
}

const NO_POLICIES: LimitPolicies = { rates: [], usages: [] }
