// When keys are due by a rotation policy: at the time that was given, then at those of its period, in UTC.
import type { RotationPolicy } from '../../../../schemas/generated/control-types.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import { readTime } from '../../core/read-time.ts'
import type { ScheduledRotation } from './model.ts'

/** The least, and the usual, time for which both secrets are accepted. */
export const MIN_TRANSITION = 30 * 60_000

const DAY = 86_400_000
const MONDAY = 1

type Period = ScheduledRotation['period']

const midnight = (time: number): number => Math.floor(time / DAY) * DAY

/** The first time of a period after another time. Periods of days keep the time of day of the last one; the others are at midnight. */
export function nextRotation(period: Period, after: number, last = 0): number {
  const today = midnight(after)
  if (typeof period === 'object') return today + period.days * DAY + (last - midnight(last))
  const date = new Date(today)
  if (period === 'monthly') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  const days = (MONDAY - date.getUTCDay() + 7) % 7
  return today + (days === 0 ? 7 : days) * DAY
}

/** The shortest that a period can be. */
export const shortestPeriod = (period: Period): number =>
  period === 'weekly' ? 7 * DAY : period === 'monthly' ? 28 * DAY : period.days * DAY

/** Why a transition is not accepted beside a period; undefined where it is. */
export const transitionFault = (transition: number, period: Period | undefined): Failure | undefined =>
  period === undefined || transition < shortestPeriod(period)
    ? undefined
    : failure('invalid_request', 'key_transition_period_ms must be less than the period of rotation.', {
        param: 'key_transition_period_ms',
      })

/** The policy of a request with its next time. `transitionEnd`: the end of the rotation under way, where there is one. */
export function schedule(
  { rotation_period, rotation_period_days, next_rotation_at, key_transition_period_ms }: RotationPolicy,
  now: number,
  transitionEnd: number = now,
): ScheduledRotation | Failure {
  if ((rotation_period === undefined) === (rotation_period_days === undefined))
    return failure(
      'invalid_request',
      'rotation_policy must have either rotation_period or rotation_period_days.',
      { param: 'rotation_policy' },
    )
  const period = rotation_period ?? { days: rotation_period_days ?? 1 }
  const transition = key_transition_period_ms ?? MIN_TRANSITION
  const fault = transitionFault(transition, period)
  if (fault !== undefined) return fault
  const earliest = Math.max(now, transitionEnd)
  if (next_rotation_at === undefined) return { period, transition, nextAt: nextRotation(period, earliest) }
  const given = readTime('rotation_policy.next_rotation_at', next_rotation_at)
  if (isFailure(given)) return given
  return given > earliest
    ? { period, transition, nextAt: given }
    : failure(
        'invalid_request',
        `rotation_policy.next_rotation_at must be after ${new Date(earliest).toISOString()}.`,
        { param: 'rotation_policy.next_rotation_at' },
      )
}
