// The limits of keys of the store as they are enforced: policies with the key as their condition, like those of the manifest's keys.
import type { Limiter } from '../../../limits/limiter.ts'
import type { Replica } from '../../core/replica.ts'
import { followOwners, type LimitOwner } from '../../limits/limit-owner.ts'
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

/** Enforces the limits of keys, now and after each change of a key. */
export const followKeyLimits = (limiter: Pick<Limiter, 'edit'>, replica: Replica): void =>
  followOwners(limiter, 'keys', replica, API_KEY, resource => keyOwner(API_KEY_FORM.read(resource)))
