// A change of a key: whether it loosens what the key may do, which takes all that the key may do then, and whether its person still
// accepts it.
import type {
  KeyDefaults,
  KeyRateLimit,
  KeyUsageLimits,
} from '../../../../schemas/generated/control-types.ts'
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import type { Failure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Principal } from '../../core/principal.ts'
import { grantFault, isPerson, ownersFault, personFault } from './key-access.ts'
import type { ApiKey } from './model.ts'

interface KeyChange {
  readonly key: ApiKey
  readonly after: ApiKey
  /** Whether usage is reset. */
  readonly resets: boolean
}

/** Why the caller may not change a key so; undefined where it may. Managers may always disable. */
export function changeFault(
  principal: Principal,
  { key, after, resets }: KeyChange,
  context: Pick<ControlSources, 'gateway' | 'loadedAt' | 'replica'>,
): Failure | undefined {
  if (key.role === 'owner') return ownersFault(principal)
  if (resets || loosens(key, after)) return grantFault(principal, after, context)
  const onlyDisables = isEqual({ ...key, status: after.status, updatedAt: 0 }, { ...after, updatedAt: 0 })
  return onlyDisables ? undefined : personFault(principal, key, context)
}

/** The key with its new settings. A change by others of what it may do, or for how long, takes acceptance back. */
export function keyAfterChange(key: ApiKey, changes: Partial<ApiKey>, principal: Principal): ApiKey {
  const after = { ...key, ...changes }
  const isTouched =
    !isEqual([...key.scopes].sort(), [...after.scopes].sort()) ||
    key.expiresAt !== after.expiresAt ||
    (key.status === 'disabled' && after.status === 'active')
  return isTouched && !isPerson(principal, key.user) ? { ...after, acceptedAt: null } : after
}

/** A key with a new secret: still accepted if its person or the key itself requested it, and otherwise not. */
export const withAcceptance = (key: ApiKey, principal: Principal): ApiKey =>
  principal.key === key.id || isPerson(principal, key.user) ? key : { ...key, acceptedAt: null }

/** Whether a key may do more after a change, in any respect. */
export const loosens = (before: ApiKey, after: ApiKey): boolean =>
  (before.status === 'disabled' && after.status === 'active') ||
  after.scopes.some(scope => !before.scopes.includes(scope)) ||
  after.grants.some(scope => !before.grants.includes(scope)) ||
  (before.expiresAt !== null && (after.expiresAt === null || after.expiresAt > before.expiresAt)) ||
  before.rateLimits.some(limit => isRaised(limit, after.rateLimits)) ||
  (before.usageLimits !== null && isBudgetLoosened(before.usageLimits, after.usageLimits)) ||
  (before.limitProfile !== null && before.limitProfile !== after.limitProfile) ||
  areDefaultsLoosened(before.defaults, after.defaults) ||
  (before.rotationPolicy !== null && !isEqual(before.rotationPolicy, after.rotationPolicy))

const isRaised = (before: KeyRateLimit, after: readonly KeyRateLimit[]): boolean =>
  !after.some(
    limit =>
      limit.type === before.type &&
      limit.unit === before.unit &&
      limit.value <= before.value &&
      (limit.uncounted !== 'allow' || before.uncounted === 'allow') &&
      (before.on_store_away !== 'refuse' || limit.on_store_away === 'refuse'),
  )

/** Any other period than before may reset usage sooner. */
function isBudgetLoosened(before: KeyUsageLimits, after: KeyUsageLimits | null): boolean {
  if (after === null || after.credit_limit > before.credit_limit) return true
  const { credit_limit: _limit, alert_threshold: _alert, ...terms } = before
  const { credit_limit: _other, alert_threshold: _otherAlert, ...otherTerms } = after
  return !isEqual(terms, otherTerms)
}

/** The metadata may select limits, and the config is the only one of the key where it may name no other. */
const areDefaultsLoosened = (before: KeyDefaults, after: KeyDefaults): boolean =>
  FORBIDDING.some(name => before[name] === false && after[name] !== false) ||
  GUARDRAILS.some(name => before[name]?.some(id => !after[name]?.includes(id)) ?? false) ||
  (before.allow_config_override === false && before.config_id !== after.config_id) ||
  !isEqual(before.metadata ?? {}, after.metadata ?? {})

const FORBIDDING = ['allow_config_override', 'allow_inline_config', 'allow_custom_hosts'] as const
const GUARDRAILS = ['input_guardrails', 'output_guardrails'] as const

const isEqual = (left: object | null, right: object | null): boolean =>
  canonicalJson(left as Json) === canonicalJson(right as Json)
