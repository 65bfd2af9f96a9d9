// The rate and usage limits of one resource (a key, a provider, a workspace, an integration in a workspace): read, stored, and
// checked beyond their schema.

import type { KeyRateLimit, KeyUsageLimits } from '../../../schemas/generated/control-types.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { tokensInFlight } from '../../../schemas/values/concurrent-limit.ts'
import { asList, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { readTime } from '../core/read-time.ts'
import { type Field, storedAs } from '../core/stored-form.ts'

/** A budget as it is stored. */
export type StoredBudget = KeyUsageLimits & {
  /** Calls without a price are refused; absent in budgets of before, which admit them until they are written again. */
  readonly refuses_unpriced?: true
}

export interface ResourceLimits {
  readonly rateLimits: readonly KeyRateLimit[]
  readonly usageLimits: StoredBudget | null
}

/** Limits in a request; what is absent stays. */
export interface LimitChanges {
  readonly rate_limits?: readonly KeyRateLimit[]
  readonly usage_limits?: KeyUsageLimits | null
}

export const NO_LIMITS: ResourceLimits = { rateLimits: [], usageLimits: null }

/** More dollars than this have no exact integer of billionths. */
export const MAX_DOLLARS = 9_000_000

/** Reads what the store has; it was validated when it was written. */
export const resourceLimitsOf = (value: JsonObject): ResourceLimits => ({
  rateLimits: asList(value['rate_limits']) as readonly KeyRateLimit[],
  usageLimits: isObject(value['usage_limits']) ? (value['usage_limits'] as StoredBudget) : null,
})

/** The fields of limits, which are stored where something is limited. */
const RATE_LIMITS: Field<readonly KeyRateLimit[]> = {
  read: value => resourceLimitsOf({ rate_limits: value ?? null }).rateLimits,
  write: rateLimits => storedLimits({ rateLimits, usageLimits: null })['rate_limits'],
}
const USAGE_LIMITS: Field<StoredBudget | null> = {
  read: value => resourceLimitsOf({ usage_limits: value ?? null }).usageLimits,
  write: usageLimits => storedLimits({ rateLimits: [], usageLimits })['usage_limits'],
}

/** Of a model that has them in the words of the interface. */
export const LIMIT_FIELDS = { rate_limits: RATE_LIMITS, usage_limits: USAGE_LIMITS } as const

/** Of a model that is a `ResourceLimits` itself. */
export const RESOURCE_LIMIT_FIELDS = {
  rateLimits: storedAs('rate_limits', RATE_LIMITS),
  usageLimits: storedAs('usage_limits', USAGE_LIMITS),
} as const

/** The limits in the words of the interface, as they are saved. */
export const savedLimits = ({ rateLimits, usageLimits }: ResourceLimits): Required<LimitChanges> => ({
  rate_limits: rateLimits,
  usage_limits: usageLimits,
})

/** The limits as the interface shows them. */
export function showLimits({ rateLimits, usageLimits }: ResourceLimits): Required<LimitChanges> {
  if (usageLimits === null) return { rate_limits: rateLimits, usage_limits: null }
  const { refuses_unpriced: _, ...shown } = usageLimits
  return { rate_limits: rateLimits, usage_limits: shown }
}

/** Of providers and integrations: the types of portkey-ai 2.3.4 for Python have no empty list there. */
export const showPeerLimits = (limits: ResourceLimits, { spelling }: Pick<Gateway, 'spelling'>) => ({
  ...showLimits(limits),
  ...(spelling === 'peer' && limits.rateLimits.length === 0 && { rate_limits: null }),
})

/** What is stored: nothing where nothing is limited. */
export const storedLimits = ({ rateLimits, usageLimits }: ResourceLimits): JsonObject => ({
  ...(rateLimits.length > 0 && { rate_limits: rateLimits }),
  ...(usageLimits !== null && { usage_limits: usageLimits }),
})

/** The limits with those of a request in place of what was there. */
export function changedLimits(
  { rate_limits, usage_limits }: LimitChanges,
  before: ResourceLimits,
): ResourceLimits | Failure {
  return (
    ratesFault(rate_limits ?? []) ??
    budgetFault(usage_limits ?? null) ?? {
      rateLimits: rate_limits ?? before.rateLimits,
      usageLimits: usage_limits === undefined ? before.usageLimits : storedBudget(usage_limits),
    }
  )
}

const storedBudget = (limits: KeyUsageLimits | null): StoredBudget | null =>
  limits?.type === 'cost' ? { ...limits, refuses_unpriced: true } : limits

function ratesFault(limits: readonly KeyRateLimit[]): Failure | undefined {
  for (const { type, unit } of limits) {
    const impossible = tokensInFlight(type, unit)
    if (impossible !== undefined) return invalid('rate_limits', impossible)
  }
  const names = limits.map(({ type, unit }) => `${type} ${unit}`)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  return repeated === undefined
    ? undefined
    : invalid('rate_limits', `${repeated} is repeated in rate_limits: only the lowest would count.`)
}

function budgetFault(limits: KeyUsageLimits | null): Failure | undefined {
  if (limits === null) return undefined
  const { type, credit_limit, alert_threshold, periodic_reset, periodic_reset_days, next_usage_reset_at } =
    limits
  if (type === 'cost' ? credit_limit > MAX_DOLLARS : !Number.isInteger(credit_limit))
    return invalid(
      'usage_limits.credit_limit',
      `usage_limits.credit_limit must be ${type === 'cost' ? `at most ${MAX_DOLLARS} US dollars` : 'an integer'}.`,
    )
  if (alert_threshold !== undefined && alert_threshold >= credit_limit)
    return invalid(
      'usage_limits.alert_threshold',
      'usage_limits.alert_threshold must be less than credit_limit.',
    )
  if (periodic_reset !== undefined && periodic_reset_days !== undefined)
    return invalid(
      'usage_limits.periodic_reset_days',
      'usage_limits must have either periodic_reset or periodic_reset_days, not both.',
    )
  if (next_usage_reset_at === undefined) return undefined
  const time = readTime('usage_limits.next_usage_reset_at', next_usage_reset_at)
  return isFailure(time) ? time : undefined
}

const invalid = (param: string, message: string): Failure => failure('invalid_request', message, { param })
