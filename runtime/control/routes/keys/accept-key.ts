// A person accepts a key that others made or changed: it gets a secret that the person alone has seen, and reaches the person's
// connected accounts from then on.
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { API_KEY, toApiKey } from '../../access/keys/api-key.ts'
import { isPerson } from '../../access/keys/key-access.ts'
import type { KeySources } from '../../access/keys/key-index.ts'
import { createSecret, maskSecret } from '../../access/keys/key-secret.ts'
import { nextRotation } from '../../access/keys/rotation-schedule.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { writeKey } from './write-key.ts'

type Context = WriteSources & Pick<ControlSources, 'organisation'> & KeySources

export async function acceptKey(request: ApiRequest, context: Context): Promise<ApiReply | Failure> {
  const { keys, clock, randomId, replica } = context
  if (keys === undefined) return STORE_REQUIRED
  const { principal, path } = request
  const id = path['apiKeyId'] ?? ''
  const resource = replica?.get(API_KEY, id)
  const key = resource && toApiKey(resource)
  if (resource === undefined || key === undefined || !isPerson(principal, key.user))
    return failure('not_found', `You have no key ${quoted(id)}.`)
  const now = clock.now()
  if (key.expiresAt !== null && now >= key.expiresAt) return failure('conflict', 'The key has expired.')
  const text = createSecret(randomId)
  const { rotationPolicy: policy } = key
  const accepted = {
    ...key,
    // The new secret is not overdue.
    rotationPolicy:
      policy &&
      (policy.nextAt > now ? policy : { ...policy, nextAt: nextRotation(policy.period, now, policy.nextAt) }),
    secret: { digest: keys.digest(text), masked: maskSecret(text) },
    secretUsed: true,
    oldSecret: null,
    acceptedAt: now,
    updatedAt: now,
  }
  const revision = await writeKey(request, context, 'accept', { key, revision: resource.revision }, accepted)
  return isFailure(revision) ? revision : { body: { id, key: text, object: 'api-key' }, revision }
}
