// The circuit breaker of a call (semantics, section 7): "codes above 500" are 501 to 599 unless a list is given.
import type { Breaker, CircuitBreaker } from '../../schemas/generated/types.ts'
import { statusSet } from '../plan/status-set.ts'

const ABOVE_500: Breaker['failures'] = [[501, 599]]

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
