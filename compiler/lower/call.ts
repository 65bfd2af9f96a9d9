// A call node: its binding, the parameters it overrides, its attempts and its circuit breaker, with defaults applied.
import { configDefaults } from '../../schemas/generated/facts.ts'
import type { Attempt, Breaker, CallNode, CircuitBreaker } from '../../schemas/generated/types.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { CompileEnvironment } from '../facts/environment.ts'
import { parseModelSlug } from '../facts/model-slug.ts'
import { MAX_WAIT } from '../plan/retry-waits.ts'
import { statusSet } from '../plan/status-set.ts'
import { bindingSlug, lowerBinding } from './binding.ts'
import type { ConfigParts } from './partition-config.ts'
import { lowerTrigger } from './trigger.ts'

const DEFAULTS = configDefaults.retry
/** "Codes above 500" (semantics, section 7). */
const ABOVE_500: Breaker['failures'] = [[501, 599]]

export function lowerCall(
  { attempt, breaker, payload, binding }: ConfigParts,
  catalog: Catalog,
  { origin: configOrigin }: CompileEnvironment,
): CallNode {
  const { binding: named, overrides } = resolveModelSlug(binding, payload.override_params ?? {})
  const forwarded = (payload.forward_headers ?? []).map(name => name.toLowerCase())
  return {
    kind: 'call',
    children: [],
    binding: lowerBinding(named, catalog, configOrigin),
    attempt: lowerAttempt(attempt),
    ...(breaker === undefined ? {} : { breaker: lowerBreaker(breaker) }),
    overrides,
    forward: [...new Set(forwarded)].sort(),
    strict: payload.strict_vendor_compliance ?? configDefaults.strict_vendor_compliance,
    ...(payload.strict_vendor_compliance === true ? { vendorFieldsOnly: true } : {}),
  }
}

/**
 * An override of the model as `@slug/model` names the provider of a call that has none, and the slug is not sent. Beside a
 * provider of another name it is part of the model's own name: validation has rejected the rest.
 */
function resolveModelSlug(
  binding: ConfigParts['binding'],
  overrides: CallNode['overrides'],
): { readonly binding: ConfigParts['binding']; readonly overrides: CallNode['overrides'] } {
  const named = parseModelSlug(overrides['model'])
  const slug = bindingSlug(binding)
  const hasProvider = slug !== undefined || binding.provider !== undefined || binding.passthrough === true
  if (named === undefined || (hasProvider && slug !== named.slug)) return { binding, overrides }
  return {
    binding: hasProvider ? binding : { ...binding, provider: `@${named.slug}` },
    overrides: { ...overrides, model: named.model },
  }
}

/**
 * Without retries the other fields of `retry` have no meaning and are normalized, so that equal calls are equal
 * nodes.
 */
function lowerAttempt({ retry, request_timeout }: ConfigParts['attempt']): Attempt {
  const limit = request_timeout === undefined ? {} : { timeout: request_timeout }
  if (retry === undefined || retry.attempts === 0)
    return { retries: 0, onStatus: [], useRetryAfter: false, ...limit }
  const { on_status_codes, on_errors, max_wait } = retry
  const respectsHeaders =
    retry.use_retry_after_headers ?? retry.use_retry_after_header ?? DEFAULTS.use_retry_after_headers
  // Network failures are retried in any case.
  const lists = { on_status_codes, on_errors: on_errors?.filter(kind => kind !== 'connection') }
  return {
    retries: retry.attempts,
    ...lowerTrigger(lists, statusSet(DEFAULTS.on_status_codes)),
    ...(on_status_codes === undefined && on_errors === undefined ? { exceptTimeouts: true } : {}),
    useRetryAfter: respectsHeaders,
    ...(respectsHeaders && max_wait !== undefined && max_wait < MAX_WAIT ? { maxWait: max_wait } : {}),
    ...limit,
  }
}

/** The breaker of a call. A fractional threshold is rounded up, since failures are counted. */
export const lowerBreaker = ({
  failure_threshold,
  cooldown_interval,
  failure_status_codes,
}: CircuitBreaker): Breaker => ({
  threshold: Math.ceil(failure_threshold),
  cooldown: cooldown_interval,
  failures: failure_status_codes === undefined ? ABOVE_500 : statusSet(failure_status_codes),
})
