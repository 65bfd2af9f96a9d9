// Rotates a key: a new secret, and the old one until the transition ends. A rotation whose new secret was never used is repeated, since its
// reply may have been lost. By a rotation policy a key is due at the time that was given, then at those of its period, in UTC.

import type { RotationPolicy } from '../../../../schemas/generated/control-types.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import { readTime } from '../../core/read-time.ts'
import { inTransition, isDue, rotationDeadline } from './key-validity.ts'
import type { ApiKey, KeySecret, OldSecret, ScheduledRotation } from './model.ts'

export interface Rotation {
  readonly now: number
  readonly secret: KeySecret
  /** How long the old secret stays valid, in milliseconds. */
  readonly transition: number
}

/** The key after a rotation by a manager of it. */
export function rotateKey(key: ApiKey, { now, secret, transition }: Rotation): ApiKey | Failure {
  const fault = transitionFault(transition, key.rotationPolicy?.period)
  return fault ?? replaceSecret(key, secret, now, { until: now + transition, by: 'manager' })
}

/**
 * The key after its holder has taken the new secret that the policy demands. The old one ends as the policy demands. What a
 * manager rotates is not given to the holder of the old secret, who may be the reason for it.
 */
export function rotateDueKey(key: ApiKey, { now, secret }: Omit<Rotation, 'transition'>): ApiKey | Failure {
  const { rotationPolicy, oldSecret } = key
  if (oldSecret?.by === 'holder' && inTransition(key, now) && !key.secretUsed)
    return replaceSecret(key, secret, now, oldSecret)
  if (rotationPolicy === null || !isDue(key, now))
    return failure(
      'conflict',
      rotationPolicy === null
        ? 'The API key has no rotation policy: an administrator must rotate it.'
        : `The API key is not due before ${new Date(rotationPolicy.nextAt).toISOString()}.`,
    )
  return replaceSecret(key, secret, now, { until: rotationDeadline(key) ?? now, by: 'holder' })
}

/** The key after the end of its transition, ahead of time. */
export const completeRotation = (key: ApiKey, now: number): ApiKey | Failure =>
  inTransition(key, now)
    ? { ...key, oldSecret: null, secretUsed: true, updatedAt: now }
    : failure('conflict', 'The API key is not being rotated: only one secret is valid.')

function replaceSecret(
  key: ApiKey,
  secret: KeySecret,
  now: number,
  { until, by }: Pick<OldSecret, 'until' | 'by'>,
): ApiKey | Failure {
  const { oldSecret, rotationPolicy: policy } = key
  const unfinished = inTransition(key, now) ? oldSecret : null
  if (unfinished !== null && key.secretUsed)
    return failure(
      'conflict',
      `The API key is being rotated: both secrets are valid until ${new Date(unfinished.until).toISOString()}. POST …/rotate/complete ends this at once.`,
    )
  // A secret that is refused already stays so.
  const deadline = rotationDeadline(key)
  const isOutdated = unfinished === null && deadline !== undefined && now >= deadline
  const end = isOutdated ? deadline : until
  const { digest, masked } = unfinished ?? key.secret
  return {
    ...key,
    secret,
    secretUsed: false,
    oldSecret: { digest, masked, until: end, by },
    rotationPolicy: policy && {
      ...policy,
      nextAt:
        policy.nextAt > Math.max(now, end)
          ? policy.nextAt
          : nextRotation(policy.period, Math.max(now, end), policy.nextAt),
    },
    updatedAt: now,
  }
}

/** The least, and the usual, time for which both secrets are accepted. */
export const MIN_TRANSITION = 30 * 60_000

const DAY = 86_400_000
const MONDAY = 1

type Period = ScheduledRotation['period']

const midnight = (time: number): number => Math.floor(time / DAY) * DAY

/** The first time of a period after another time. Periods of days end at the time of day of the last one; the others are at midnight. */
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

/** Why a transition is not accepted for a period; undefined if it is. */
export const transitionFault = (transition: number, period: Period | undefined): Failure | undefined =>
  period === undefined || transition < shortestPeriod(period)
    ? undefined
    : failure('invalid_request', 'key_transition_period_ms must be less than the period of rotation.', {
        param: 'key_transition_period_ms',
      })

/** The policy of a request with its next time. `transitionEnd`: the end of the rotation under way, if there is one. */
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
