// People and keys that settings of a workspace name: those of the workspace exist for it, and no others do.
import { isUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { API_KEY, manifestKeyId } from '../keys/model.ts'
import { personScopes } from './model.ts'

type Sources = Pick<ControlSources, 'replica' | 'gateway' | 'hash'>

/**
 * Why a workspace has no such person; undefined if it may have. A person who signs in may be a member by their token, and is then
 * named as in the token.
 */
export function personReferenceFault(
  { replica, gateway }: Sources,
  workspace: string,
  user: string,
): Failure | undefined {
  if (!isUuid(user) || gateway.signIn !== undefined) return undefined
  return personScopes(replica, user, workspace) === undefined
    ? failure('not_found', `${quoted(user)} is not a member of the workspace ${quoted(workspace)}.`, {
        param: 'user_id',
      })
    : undefined
}

/** The identifier by which calls know a key of a workspace, or 404. */
export function keyOfWorkspace(
  { replica, gateway, hash }: Sources,
  workspace: string,
  name: string,
): string | Failure {
  const own = gateway.apiKeys.find(
    key => key.workspace === workspace && (key.id === name || manifestKeyId(key.id, hash) === name),
  )
  if (own !== undefined) return own.id
  return replica?.get(API_KEY, name)?.value['workspace'] === workspace
    ? name
    : failure('not_found', `There is no key ${quoted(name)} in the workspace ${quoted(workspace)}.`, {
        param: 'api_key_id',
      })
}
