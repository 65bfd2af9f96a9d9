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
import { entityKey } from '../../../limits/policy-counter.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Replica } from '../../core/replica.ts'
import { activePolicies, type FoundPolicy, RATE_LIMIT, USAGE_LIMIT } from '../../limits/policy.ts'
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

/** The active policies that were written by API. */
export const storedPolicies = (
  context: Pick<ControlSources, 'gateway' | 'loadedAt' | 'replica'>,
): LimitPolicies => ({
  rates: activePolicies(context, RATE_LIMIT).map(enforcedRate),
  usages: activePolicies(context, USAGE_LIMIT).map(enforcedUsage),
})

/** Enforces the policies and resets of the store, now and after each change of them. */
export function followPolicies(
  limiter: Pick<Limiter, 'replace' | 'replaceResets'>,
  replica: Replica,
  gateway: ControlSources['gateway'],
): void {
  const context = { gateway, loadedAt: 0, replica }
  const enforce = (): void => limiter.replace('store', storedPolicies(context))
  const reset = (): void =>
    limiter.replaceResets(
      new Map(
        replica
          .all(USAGE_RESET)
          .map(({ value }): readonly [string, number] => [
            entityKey(asText(value['policy']) ?? '', asText(value['entity']) ?? ''),
            Number(value['at'] ?? 0),
          ]),
      ),
    )
  enforce()
  reset()
  replica.onChange(RATE_LIMIT, enforce)
  replica.onChange(USAGE_LIMIT, enforce)
  replica.onChange(USAGE_RESET, reset)
}
