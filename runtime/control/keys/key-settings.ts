// The settings of a key in a request: read, and checked beyond their schema.
import type {
  ApiKeyUpdate,
  KeyDefaults,
  KeyRateLimit,
  KeyUsageLimits,
} from '../../../schemas/generated/control-types.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { ApiKey } from './api-key.ts'
import { readTime } from './read-time.ts'
import { schedule } from './rotation-schedule.ts'

export type KeySettings = Pick<
  ApiKey,
  | 'name'
  | 'description'
  | 'scopes'
  | 'expiresAt'
  | 'defaults'
  | 'rateLimits'
  | 'usageLimits'
  | 'alertEmails'
  | 'rotationPolicy'
>

/** What a key has before anything is set. */
export const NO_SETTINGS: KeySettings = {
  name: '',
  description: null,
  scopes: [],
  expiresAt: null,
  defaults: {},
  rateLimits: [],
  usageLimits: null,
  alertEmails: [],
  rotationPolicy: null,
}

/** The settings with those of a request in place of what was there. */
export function readSettings(
  body: Omit<ApiKeyUpdate, 'status'>,
  before: KeySettings & Partial<Pick<ApiKey, 'oldSecret'>>,
  { now, gateway }: { readonly now: number; readonly gateway: Gateway },
): KeySettings | Failure {
  const { defaults = before.defaults, usage_limits, rotation_policy, expires_at } = body
  const fault =
    defaultsFault(defaults, gateway) ??
    ratesFault(body.rate_limits ?? []) ??
    budgetFault(usage_limits ?? null)
  if (fault !== undefined) return fault
  const expiresAt = expires_at === undefined ? before.expiresAt : expiryOf(expires_at, now)
  if (isFailure(expiresAt)) return expiresAt
  const rotationPolicy =
    rotation_policy === undefined
      ? before.rotationPolicy
      : rotation_policy && schedule(rotation_policy, now, before.oldSecret?.until)
  if (isFailure(rotationPolicy)) return rotationPolicy
  return {
    name: body.name ?? before.name,
    description: body.description === undefined ? before.description : body.description,
    scopes: body.scopes === undefined ? before.scopes : [...new Set(body.scopes)],
    expiresAt,
    defaults,
    rateLimits: body.rate_limits ?? before.rateLimits,
    usageLimits: usage_limits === undefined ? before.usageLimits : usage_limits,
    alertEmails: body.alert_emails ?? before.alertEmails,
    rotationPolicy,
  }
}

function expiryOf(text: string | null, now: number): number | null | Failure {
  if (text === null) return null
  const time = readTime('expires_at', text)
  return isFailure(time) || time > now
    ? time
    : failure('invalid_request', 'expires_at must be in the future.', { param: 'expires_at' })
}

function defaultsFault(defaults: KeyDefaults, gateway: Gateway): Failure | undefined {
  const { allow_config_override, config_id, allow_inline_config, allow_custom_hosts } = defaults
  if (allow_config_override === false && (config_id ?? '') === '')
    return failure(
      'invalid_request',
      'defaults.allow_config_override is false, so defaults.config_id must name the config that serves the calls.',
      { param: 'defaults.config_id' },
    )
  const forbidden =
    allow_inline_config === true && gateway.inlineConfigs === false
      ? ['allow_inline_config', 'inline_configs']
      : allow_custom_hosts === true && gateway.customHosts === false
        ? ['allow_custom_hosts', 'custom_hosts']
        : undefined
  return (
    forbidden &&
    failure(
      'invalid_request',
      `defaults.${forbidden[0]} cannot be true, since the manifest says ${forbidden[1]}: false.`,
      { param: `defaults.${forbidden[0]}` },
    )
  )
}

function ratesFault(limits: readonly KeyRateLimit[]): Failure | undefined {
  const names = limits.map(({ type, unit }) => `${type} ${unit}`)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  return repeated === undefined
    ? undefined
    : failure(
        'invalid_request',
        `rate_limits has ${repeated} more than once: the lowest alone would count.`,
        {
          param: 'rate_limits',
        },
      )
}

function budgetFault(limits: KeyUsageLimits | null): Failure | undefined {
  if (limits === null) return undefined
  const { credit_limit, alert_threshold, periodic_reset, periodic_reset_days, next_usage_reset_at } = limits
  if (alert_threshold !== undefined && alert_threshold >= credit_limit)
    return failure('invalid_request', 'usage_limits.alert_threshold must be less than credit_limit.', {
      param: 'usage_limits.alert_threshold',
    })
  if (periodic_reset !== undefined && periodic_reset_days !== undefined)
    return failure(
      'invalid_request',
      'usage_limits must have either periodic_reset or periodic_reset_days, not both.',
      { param: 'usage_limits.periodic_reset_days' },
    )
  if (next_usage_reset_at === undefined) return undefined
  const time = readTime('usage_limits.next_usage_reset_at', next_usage_reset_at)
  return isFailure(time) ? time : undefined
}
