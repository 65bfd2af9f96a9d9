// Rotates a key: a new secret, and the old one until the transition ends. A rotation whose new secret was never used is repeated,
// since its reply may have been lost.
import { type Failure, failure } from '../../../values/failures.ts'
import { inTransition, isDue, rotationDeadline } from './key-validity.ts'
import type { ApiKey, KeySecret, OldSecret } from './model.ts'
import { nextRotation, transitionFault } from './rotation-schedule.ts'

export interface Rotation {
  readonly now: number
  readonly secret: KeySecret
  /** How long the old secret stays valid, in milliseconds. */
  readonly transition: number
}

/** The key after a rotation by whoever manages it. */
export function rotateKey(key: ApiKey, { now, secret, transition }: Rotation): ApiKey | Failure {
  const fault = transitionFault(transition, key.rotationPolicy?.period)
  return fault ?? replaceSecret(key, secret, now, { until: now + transition, by: 'manager' })
}

/**
 * The key after its holder has taken the new secret that the policy demands. The old one ends when the policy says. What a manager
 * rotates is not given to the holder of the old secret, who may be the reason for it.
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
