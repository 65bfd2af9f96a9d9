// Lowers the policies of a manifest, and the limits of its keys, which are policies with a condition. Identifiers are derived
// from names, so that counters outlive a change of the policy.
import type {
  Gateway,
  KeyRateLimit,
  KeyUsageLimit,
  LimitCondition,
  LimitGroup,
  Manifest,
  PolicyCondition,
  RateLimit,
  RatePolicy,
  UsageLimit,
  UsagePolicy,
} from '../../schemas/generated/types.ts'
import { derivedUuid } from '../../schemas/values/uuid.ts'
import { lowerServiceUrl } from './service-url.ts'

/** Billionths of a US dollar in one. */
const NANO_DOLLARS = 1_000_000_000

/** The kinds of names that identifiers are derived from. */
const POLICY = 'policy'
const LIMIT_OF_KEY = 'limit of a key'
const LIMIT_OF_PROFILE = 'limit of a profile'

/** The limits of a manifest, and where their alerts are sent; both absent without any. */
export function lowerLimits(
  {
    policies = {},
    alerts,
    api_keys = [],
    limit_profiles = {},
  }: Pick<Manifest, 'policies' | 'alerts' | 'api_keys' | 'limit_profiles'>,
  hash: (text: string) => string,
): Pick<Gateway, 'policies' | 'alerts' | 'limitProfiles'> {
  const { rate_limits = [], usage_limits = [] } = policies
  const id = (kind: string, name: string): string => derivedUuid(hash, kind, name)
  const rates = [
    ...rate_limits.map(limit => lowerRateLimit(id(POLICY, limit.name), limit)),
    ...api_keys.flatMap(({ id: key, rate_limits: own = [] }) =>
      own.map(limit => {
        const name = limitName(key, limit)
        return lowerRateLimit(id(LIMIT_OF_KEY, name), { ...limit, name, conditions: ofKey(key) })
      }),
    ),
  ]
  const usages = [
    ...usage_limits.map(limit => lowerUsageLimit(id(POLICY, limit.name), limit)),
    ...api_keys.flatMap(({ id: key, usage_limits: own = [] }) =>
      own.map(limit => {
        const name = limitName(key, limit)
        return lowerUsageLimit(id(LIMIT_OF_KEY, name), { ...limit, name, conditions: ofKey(key) })
      }),
    ),
  ]
  const profiles = Object.entries(limit_profiles).map(([slug, profile]) => {
    const { rate_limits: ofRates = [], usage_limits: ofUsages = [], description } = profile
    const scope = { conditions: [{ key: 'limit_profile', value: slug }], group_by: [{ key: 'api_key' }] }
    const own = { rates: [] as RatePolicy[], usages: [] as UsagePolicy[], description, slug }
    for (const limit of ofRates) {
      const name = limitName(slug, limit)
      own.rates.push(lowerRateLimit(id(LIMIT_OF_PROFILE, name), { ...limit, name, ...scope }))
    }
    for (const limit of ofUsages) {
      const name = limitName(slug, limit)
      own.usages.push(lowerUsageLimit(id(LIMIT_OF_PROFILE, name), { ...limit, name, ...scope }))
    }
    return own
  })
  rates.push(...profiles.flatMap(profile => profile.rates))
  usages.push(...profiles.flatMap(profile => profile.usages))
  return {
    ...(rates.length + usages.length > 0 && { policies: { rates, usages } }),
    ...(profiles.length > 0 && {
      limitProfiles: Object.fromEntries(
        profiles.map(({ slug, description, ...own }) => [
          slug,
          {
            ...(description !== undefined && { description }),
            policies: [...own.rates, ...own.usages].map(policy => policy.id),
          },
        ]),
      ),
    }),
    ...(alerts && { alerts: lowerServiceUrl(alerts.webhook) }),
  }
}

/** What distinguishes the limits of one key or profile: of two with the same text, one would never decide anything. */
const limitName = (owner: string, limit: KeyRateLimit | KeyUsageLimit): string =>
  'unit' in limit ? `${owner} ${limit.type} ${limit.unit}` : `${owner} ${limit.type}`

const ofKey = (key: string): readonly LimitCondition[] => [{ key: 'api_key', value: key }]

export const lowerRateLimit = (
  id: string,
  { name, type, unit, value, conditions, group_by, uncounted, on_store_away }: RateLimit,
): RatePolicy => ({
  id,
  name,
  type,
  unit,
  value,
  ...lowerScope(conditions, group_by, uncounted, on_store_away),
})

/** `refusesUnpriced`: false for limits that were saved before such calls were refused. */
export function lowerUsageLimit(id: string, limit: UsageLimit, refusesUnpriced = true): UsagePolicy {
  const { name, type, credit_limit, alert_threshold, periodic_reset, periodic_reset_days } = limit
  const { next_usage_reset_at, conditions, group_by, uncounted, on_store_away } = limit
  return {
    id,
    name,
    type,
    limit: amountOf(type, credit_limit),
    ...(alert_threshold === undefined ? {} : { alertThreshold: amountOf(type, alert_threshold) }),
    ...(periodic_reset === undefined ? {} : { reset: periodic_reset }),
    ...(periodic_reset_days === undefined ? {} : { resetDays: periodic_reset_days }),
    ...(next_usage_reset_at === undefined ? {} : { nextReset: Date.parse(next_usage_reset_at) }),
    ...lowerScope(conditions, group_by, uncounted, on_store_away),
    ...(type === 'cost' && uncounted !== 'allow' && refusesUnpriced ? { refusesUnpriced } : {}),
  }
}

/** Counters are integers: dollars in billionths, other amounts rounded down. */
const amountOf = (type: UsageLimit['type'], amount: number): number =>
  type === 'cost' ? Math.round(amount * NANO_DOLLARS) : Math.floor(amount)

const lowerScope = (
  conditions: readonly LimitCondition[] = [],
  groups: readonly LimitGroup[] = [],
  uncounted: 'refuse' | 'allow' = 'refuse',
  onStoreAway: 'share' | 'refuse' = 'share',
): Pick<RatePolicy, 'conditions' | 'groupBy' | 'allowsUncounted' | 'refusesAway'> => ({
  ...(conditions.length === 0 ? {} : { conditions: conditions.map(lowerCondition) }),
  ...(groups.length === 0 ? {} : { groupBy: [...new Set(groups.map(({ key }) => key))] }),
  ...(uncounted === 'allow' ? { allowsUncounted: true } : {}),
  ...(onStoreAway === 'refuse' ? { refusesAway: true } : {}),
})

const lowerCondition = ({ key, value, excludes = false }: LimitCondition): PolicyCondition => ({
  key,
  values: typeof value === 'string' ? [value] : [...value],
  ...(excludes ? { excludes: true } : {}),
})
