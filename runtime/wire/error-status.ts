// The HTTP status for an error that a provider reports in a 2xx response: in a body, or as the first event.
import type { VendorError } from '../values/adapter.ts'

/** By the codes and types of OpenAI, of providers of its schema, and of Google. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ...of(
    400,
    'context_length_exceeded string_above_max_length invalid_prompt invalid_value unsupported_value',
  ),
  ...of(400, 'unsupported_parameter missing_required_parameter content_filter content_policy_violation'),
  ...of(
    400,
    'previous_response_not_found invalid_image tool_use_failed json_validate_failed INVALID_ARGUMENT FAILED_PRECONDITION',
  ),
  ...of(401, 'invalid_api_key authentication_error UNAUTHENTICATED'),
  ...of(402, 'billing_error insufficient_balance'),
  ...of(403, 'permission_error permission_denied PERMISSION_DENIED'),
  ...of(404, 'model_not_found not_found_error NOT_FOUND'),
  ...of(413, 'request_too_large'),
  ...of(429, 'rate_limit_exceeded rate_limit_error rate_limit_reached insufficient_quota quota_exceeded'),
  ...of(429, 'too_many_requests RESOURCE_EXHAUSTED'),
  ...of(500, 'internal_error INTERNAL'),
  ...of(503, 'service_unavailable server_is_overloaded server_overloaded engine_overloaded UNAVAILABLE'),
  ...of(504, 'timeout timeout_error DEADLINE_EXCEEDED'),
  ...of(529, 'overloaded_error'),
  ...of(400, 'invalid_request_error'),
])

function of(status: number, names: string): readonly (readonly [string, number])[] {
  return names.split(' ').map(name => [name, status] as const)
}

/** A code is more specific than a type; an error that neither explains is the provider's own failure. */
export function statusOfError({ code, type }: VendorError): number {
  const number = Number(code)
  if (Number.isInteger(number) && number >= 400 && number < 600) return number
  return STATUSES.get(code) ?? STATUSES.get(type) ?? 502
}

/** The status of a code that has one. */
export const knownStatus = (code: VendorError['code']): number | undefined => STATUSES.get(code)
