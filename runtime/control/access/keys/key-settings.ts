// The settings of a key in a request: read, and checked beyond their schema.
import type { ApiKeyUpdate, KeyDefaults } from '../../../../schemas/generated/control-types.ts'
import type { Gateway } from '../../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { readExpiry } from '../../core/read-time.ts'
import { changedLimits } from '../../limits/resource-limits.ts'
import type { ApiKey } from './model.ts'
import { schedule } from './rotation.ts'

export type KeySettings = Pick<
  ApiKey,
  | 'name'
  | 'description'
  | 'scopes'
  | 'grants'
  | 'expiresAt'
  | 'defaults'
  | 'rateLimits'
  | 'usageLimits'
  | 'limitProfile'
  | 'alertEmails'
  | 'rotationPolicy'
>

/** What a key has before anything is set. */
export const NO_SETTINGS: KeySettings = {
  name: '',
  description: null,
  scopes: [],
  grants: [],
  expiresAt: null,
  defaults: {},
  rateLimits: [],
  usageLimits: null,
  limitProfile: null,
  alertEmails: [],
  rotationPolicy: null,
}

/** The settings with those of a request in place of what was there; a limit profile is named by its slug. */
export function readSettings(
  body: Omit<ApiKeyUpdate, 'status' | 'reset_usage'>,
  before: KeySettings & Partial<Pick<ApiKey, 'oldSecret'>>,
  { now, gateway }: { readonly now: number; readonly gateway: Gateway },
): KeySettings | Failure {
  const { defaults = before.defaults, rotation_policy, expires_at } = body
  const fault = defaultsFault(defaults, gateway) ?? (body.defaults && guardrailsFault(body.defaults, gateway))
  if (fault !== undefined) return fault
  const limits = changedLimits(body, before)
  if (isFailure(limits)) return limits
  const expiresAt = expires_at === undefined ? before.expiresAt : readExpiry(expires_at, now)
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
    grants: body.grants === undefined ? before.grants : [...new Set(body.grants)],
    expiresAt,
    defaults,
    ...limits,
    limitProfile: body.limit_profile === undefined ? before.limitProfile : body.limit_profile,
    alertEmails: body.alert_emails ?? before.alertEmails,
    rotationPolicy,
  }
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
      `defaults.${forbidden[0]} cannot be true, since the manifest has ${forbidden[1]}: false.`,
      { param: `defaults.${forbidden[0]}` },
    )
  )
}

/** What names no guardrail would guard nothing. */
function guardrailsFault(defaults: KeyDefaults, { guardrails }: Gateway): Failure | undefined {
  for (const list of ['input_guardrails', 'output_guardrails'] as const) {
    const unknown = defaults[list]?.find(id => !Object.hasOwn(guardrails, id))
    if (unknown === undefined) continue
    const known = Object.keys(guardrails)
    const names = known.length === 0 ? 'It has none.' : `Guardrails: ${known.slice(0, 8).join(', ')}.`
    return failure(
      'invalid_request',
      `defaults.${list} names ${quoted(unknown)}, which is not a guardrail of the manifest. ${names}`,
      { param: `defaults.${list}` },
    )
  }
  return undefined
}
