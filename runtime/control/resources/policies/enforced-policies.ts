// The policies of the store as they are enforced: lowered like those of the manifest, each for its workspace.
import { lowerRateLimit, lowerUsageLimit } from '../../../../compiler/lower/policies.ts'
import type {
  LimitCondition,
  LimitPolicies,
  RateLimit,
  RatePolicy,
  UsageLimit,
  UsagePolicy,
} from '../../../../schemas/generated/types.ts'
import { asText } from '../../../../schemas/values/json.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import type { UsageReset } from '../../../limits/policy-counter.ts'
import type { Replica } from '../../core/replica.ts'
import { followEach } from '../../limits/limit-owner.ts'
import {
  type FoundPolicy,
  POLICY_FORMS,
  type PolicyKind,
  RATE_LIMIT,
  USAGE_LIMIT,
} from '../../limits/policy.ts'
import { USAGE_RESET } from '../../limits/usage-entity.ts'

const ofWorkspace = (policy: FoundPolicy): readonly LimitCondition[] => [
  ...(policy.terms.conditions ?? []),
  // Names of manifests concern what their conditions say.
  ...(policy.owner === 'api' && policy.workspace !== null
    ? [{ key: 'workspace_id', value: policy.workspace }]
    : []),
]

const nameOf = ({ name, id }: FoundPolicy): string => name ?? id

export const enforcedRate = (policy: FoundPolicy): RatePolicy =>
  lowerRateLimit(policy.id, {
    ...(policy.terms as RateLimit),
    name: nameOf(policy),
    conditions: ofWorkspace(policy),
  })

export const enforcedUsage = (policy: FoundPolicy): UsagePolicy => ({
  ...lowerUsageLimit(
    policy.id,
    { ...(policy.terms as UsageLimit), name: nameOf(policy), conditions: ofWorkspace(policy) },
    policy.refusesUnpriced,
  ),
  ...(policy.lastReset !== undefined && { lastReset: policy.lastReset }),
})

/** Enforces the policies and resets of the store, now and after each change of them. */
export function followPolicies(limiter: Pick<Limiter, 'edit' | 'reset'>, replica: Replica): void {
  const follow = (kind: PolicyKind, enforced: (policy: FoundPolicy) => Partial<LimitPolicies>): void => {
    followEach(replica, kind, (id, resource) => {
      const policy = resource && POLICY_FORMS[kind].read(resource)
      const isActive = policy?.status === 'active'
      limiter.edit(
        'store',
        `${kind} ${id}`,
        isActive ? { rates: [], usages: [], ...enforced(policy) } : undefined,
      )
      return isActive
    })
  }
  follow(RATE_LIMIT, policy => ({ rates: [enforcedRate(policy)] }))
  follow(USAGE_LIMIT, policy => ({ usages: [enforcedUsage(policy)] }))
  /** By the identifiers of their resources, which do not name the policy. */
  const known = new Map<string, Pick<UsageReset, 'policy' | 'entity'>>()
  followEach(replica, USAGE_RESET, (id, resource) => {
    const { policy, entity } = resource?.value ?? {}
    const reset = resource && { policy: asText(policy) ?? '', entity: asText(entity) ?? '' }
    const withdrawn = known.get(id)
    if (reset === undefined) {
      known.delete(id)
      if (withdrawn !== undefined) limiter.reset({ ...withdrawn, at: undefined })
    } else {
      known.set(id, reset)
      limiter.reset({ ...reset, at: Number(resource?.value['at'] ?? 0) })
    }
    return reset !== undefined
  })
}
