// Lowers the policies of a manifest, and the limits of its keys, which are policies with a condition. Identifiers are derived
// from names, so that counters outlive a change of the policy.
import type {
  ApiKey,
  KeyRateLimit,
  KeyUsageLimit,
  LimitCondition,
  LimitGroup,
  LimitPolicies,
  Policies,
  PolicyCondition,
  RateLimit,
  RatePolicy,
  UsageLimit,
  UsagePolicy,
} from '../../schemas/generated/types.ts'
import { uuidV5 } from './uuid-v5.ts'

/** Billionths of a US dollar in one. */
const NANO_DOLLARS = 1_000_000_000

/** The policies of a manifest; undefined without any. */
export function lowerPolicies(
  { rate_limits = [], usage_limits = [] }: Policies = {},
  keys: readonly ApiKey[],
): LimitPolicies | undefined {
  const rates = [
    ...rate_limits.map(limit => lowerRateLimit(uuidV5('policy', limit.name), limit)),
    ...keys.flatMap(({ id, rate_limits: own = [] }) => own.map(limit => rateOfKey(id, limit))),
  ]
  const usages = [
    ...usage_limits.map(limit => lowerUsageLimit(uuidV5('policy', limit.name), limit)),
    ...keys.flatMap(({ id, usage_limits: own = [] }) => own.map(limit => usageOfKey(id, limit))),
  ]
  return rates.length + usages.length === 0 ? undefined : { rates, usages }
}

/** What distinguishes the limits of one key: of two with the same text, one would never decide anything. */
export const keyLimitName = (key: string, limit: KeyRateLimit | KeyUsageLimit): string =>
  'unit' in limit ? `${key} ${limit.type} ${limit.unit}` : `${key} ${limit.type}`

function rateOfKey(key: string, limit: KeyRateLimit): RatePolicy {
  const name = keyLimitName(key, limit)
  return lowerRateLimit(uuidV5('limit of a key', name), { ...limit, name, conditions: ofKey(key) })
}

function usageOfKey(key: string, limit: KeyUsageLimit): UsagePolicy {
  const name = keyLimitName(key, limit)
  return lowerUsageLimit(uuidV5('limit of a key', name), { ...limit, name, conditions: ofKey(key) })
}

const ofKey = (key: string): readonly LimitCondition[] => [{ key: 'api_key', value: key }]

export const lowerRateLimit = (
  id: string,
  { name, type, unit, value, conditions, group_by, uncounted }: RateLimit,
): RatePolicy => ({ id, name, type, unit, value, ...lowerScope(conditions, group_by, uncounted) })

export function lowerUsageLimit(id: string, limit: UsageLimit): UsagePolicy {
  const { name, type, credit_limit, alert_threshold, periodic_reset, periodic_reset_days } = limit
  const { next_usage_reset_at, conditions, group_by, uncounted } = limit
  return {
    id,
    name,
    type,
    limit: amountOf(type, credit_limit),
    ...(alert_threshold === undefined ? {} : { alertThreshold: amountOf(type, alert_threshold) }),
    ...(periodic_reset === undefined ? {} : { reset: periodic_reset }),
    ...(periodic_reset_days === undefined ? {} : { resetDays: periodic_reset_days }),
    ...(next_usage_reset_at === undefined ? {} : { nextReset: Date.parse(next_usage_reset_at) }),
    ...lowerScope(conditions, group_by, uncounted),
  }
}

/** Counters are integers: dollars in billionths, other amounts rounded down. */
const amountOf = (type: UsageLimit['type'], amount: number): number =>
  type === 'cost' ? Math.round(amount * NANO_DOLLARS) : Math.floor(amount)

const lowerScope = (
  conditions: readonly LimitCondition[] = [],
  groups: readonly LimitGroup[] = [],
  uncounted: 'refuse' | 'allow' = 'refuse',
): Pick<RatePolicy, 'conditions' | 'groupBy' | 'allowsUncounted'> => ({
  ...(conditions.length === 0 ? {} : { conditions: conditions.map(lowerCondition) }),
  ...(groups.length === 0 ? {} : { groupBy: [...new Set(groups.map(({ key }) => key))] }),
  ...(uncounted === 'allow' ? { allowsUncounted: true } : {}),
})

const lowerCondition = ({ key, value, excludes = false }: LimitCondition): PolicyCondition => ({
  key,
  values: typeof value === 'string' ? [value] : [...value],
  ...(excludes ? { excludes: true } : {}),
})
