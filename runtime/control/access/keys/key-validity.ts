// Which secrets of a key are accepted when: at most two, the old one of a rotation until its transition ends, and none that a
// rotation policy has outdated.
import type { ApiKey } from './model.ts'

export type SecretTimes = Pick<ApiKey, 'expiresAt' | 'rotationPolicy' | 'oldSecret'>

/** When a key that was not replaced as its policy demands is refused; undefined without a policy. */
export const rotationDeadline = ({ rotationPolicy }: Pick<ApiKey, 'rotationPolicy'>): number | undefined =>
  rotationPolicy === null ? undefined : rotationPolicy.nextAt + rotationPolicy.transition

/** Whether the holder of a key may get a new secret by its policy. */
export const isDue = ({ rotationPolicy }: Pick<ApiKey, 'rotationPolicy'>, now: number): boolean =>
  rotationPolicy !== null && now >= rotationPolicy.nextAt

/** Whether the old secret of a rotation is accepted besides the new one. */
export const inTransition = ({ oldSecret }: Pick<ApiKey, 'oldSecret'>, now: number): boolean =>
  oldSecret !== null && now < oldSecret.until

/** Why a secret is not accepted; undefined where it is. Disabled keys are another matter. */
export function outdated(key: SecretTimes, which: 'current' | 'old', now: number): string | undefined {
  if (key.expiresAt !== null && now >= key.expiresAt) return 'The API key has expired.'
  if (which === 'old')
    return inTransition(key, now) ? undefined : 'The API key was replaced by a new one, and has ended.'
  const deadline = rotationDeadline(key)
  return deadline !== undefined && now >= deadline
    ? 'The API key was due for rotation and not replaced in time. An administrator must rotate it.'
    : undefined
}
