// The attempts of a call: retries, the statuses that are retried, and the timeout of one attempt.
import { configDefaults } from '../../schemas/generated/facts.ts'
import type { Attempt } from '../../schemas/generated/types.ts'
import { statusSet } from '../plan/status-set.ts'
import type { ConfigParts } from './partition-config.ts'

const DEFAULTS = configDefaults.retry

/**
 * Without retries the other fields of `retry` have no meaning and are normalized, so that equal calls are equal
 * nodes.
 */
export function lowerAttempt({ retry, request_timeout }: ConfigParts['attempt']): Attempt {
  const limit = request_timeout === undefined ? {} : { timeout: request_timeout }
  if (retry === undefined || retry.attempts === 0)
    return { retries: 0, onStatus: [], useRetryAfter: false, ...limit }
  return {
    retries: retry.attempts,
    onStatus: statusSet(retry.on_status_codes ?? DEFAULTS.on_status_codes),
    useRetryAfter:
      retry.use_retry_after_headers ?? retry.use_retry_after_header ?? DEFAULTS.use_retry_after_headers,
    ...limit,
  }
}
