// Revokes a key, which must not depend on the disk: where the store cannot be written, the key is refused at once all the same, and the
// deletion is written into room that is reserved for it.
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import { API_KEY } from '../../access/keys/api-key.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { StoreError } from '../../core/store-error.ts'
import { type FoundKey, writeKey } from './write-key.ts'

type Context = WriteSources & Pick<ControlSources, 'organisation'>

export async function revokeKey(
  request: ApiRequest,
  context: Context,
  found: FoundKey,
): Promise<ApiReply | Failure> {
  try {
    const revision = await writeKey(request, context, 'revoke', found, undefined)
    return isFailure(revision) ? revision : { body: {} }
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'unavailable') throw error
    return await revokeWithoutStore(request, context, found)
  }
}

async function revokeWithoutStore(
  { principal, uri, expects }: ApiRequest,
  { replica, clock }: Context,
  { key: { id, workspace }, revision }: FoundKey,
): Promise<ApiReply | Failure> {
  if (expects !== undefined && expects !== revision)
    return failure(
      'precondition_failed',
      `The key was changed meanwhile: its revision is ${revision}, not ${expects}. Read it again.`,
    )
  const isDurable = await replica?.bury({
    ...{ kind: API_KEY, id, workspace, uri },
    by: principal.id,
    byType: principal.type,
    at: clock.now(),
  })
  return isDurable === true ? { body: {} } : { status: 202, body: { durable: false } }
}
