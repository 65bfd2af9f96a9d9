// Creates keys. Who asks must hold what the key may do, in the workspace of the key.
import type {
  KeyDefaults,
  OrganisationServiceKeyCreate,
  WorkspaceUserKeyCreate,
} from '../../../../schemas/generated/control-types.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { KeyType } from '../../../values/stored-keys.ts'
import type { ApiKey } from '../../access/keys/api-key.ts'
import { grantFault, isPerson, mayKey } from '../../access/keys/key-access.ts'
import type { KeySources } from '../../access/keys/key-index.ts'
import { createSecret, maskSecret } from '../../access/keys/key-secret.ts'
import { NO_SETTINGS, readSettings } from '../../access/keys/key-settings.ts'
import { personScopes } from '../../access/members/member.ts'
import { chooseActiveWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { configOfWorkspace } from '../../resources/configs/config-of-workspace.ts'
import { writeKey } from './write-key.ts'

type Context = WriteSources & Pick<ControlSources, 'organisation' | 'plans'> & KeySources

type KeyCreate = OrganisationServiceKeyCreate &
  Partial<Pick<WorkspaceUserKeyCreate, 'workspace_id' | 'user_id' | 'defaults'>>

export async function createKey(
  type: KeyType,
  request: ApiRequest & { readonly body: KeyCreate },
  context: Context,
): Promise<ApiReply | Failure> {
  const { keys, clock, randomId, gateway } = context
  if (keys === undefined) return STORE_REQUIRED
  const { workspace_id, user_id, ...given } = request.body
  const workspace =
    type === 'organisation-service' ? null : chooseActiveWorkspace(request, context, workspace_id)
  if (isFailure(workspace)) return workspace
  const body = withConfigOf(given, workspace, context)
  if (isFailure(body)) return body
  const user = type === 'workspace-user' ? userOf(user_id, workspace ?? '', request, context) : null
  if (isFailure(user)) return user
  if (!mayKey(request.principal, 'create', { type, workspace, user }))
    return failure('forbidden', `"${request.principal.id}" may not create keys of other people.`, {
      param: 'user_id',
    })
  const now = clock.now()
  const settings = readSettings(body, NO_SETTINGS, { now, gateway })
  if (isFailure(settings)) return settings
  const { principal } = request
  const refused = grantFault(principal, { ...settings, type, workspace, user }, context)
  if (refused !== undefined) return refused
  const text = createSecret(randomId)
  const key: ApiKey = {
    ...settings,
    id: randomUuid(randomId()),
    type,
    role: undefined,
    workspace,
    user,
    status: 'active',
    secret: { digest: keys.digest(text), masked: maskSecret(text) },
    secretUsed: true,
    oldSecret: null,
    acceptedAt: isPerson(principal, user) ? now : null,
    createdAt: now,
    updatedAt: now,
  }
  const revision = await writeKey(request, context, 'create', undefined, key)
  return isFailure(revision) ? revision : { body: { id: key.id, key: text, object: 'api-key' }, revision }
}

function userOf(
  name: string | undefined,
  workspace: string,
  { principal }: ApiRequest,
  { replica }: Context,
): string | Failure {
  const user = name ?? principal.user
  if (user === undefined)
    return failure('invalid_request', 'user_id is missing: name the person whose key it is.', {
      param: 'user_id',
    })
  return personScopes(replica, user, workspace) === undefined
    ? failure('not_found', `${quoted(user)} is not a member of the workspace ${quoted(workspace)}.`, {
        param: 'user_id',
      })
    : user
}

/** The body with the slug of the config, or 404 where its workspace has none of that name. */
export function withConfigOf<Body extends { readonly defaults?: KeyDefaults }>(
  body: Body,
  workspace: string | null,
  context: Pick<ControlSources, 'plans' | 'hash' | 'replica'>,
): Body | Failure {
  const { defaults } = body
  const named = defaults?.config_id
  if (defaults === undefined || typeof named !== 'string' || named === '' || workspace === null) return body
  const slug = configOfWorkspace(context, workspace, named)
  return slug === undefined
    ? failure('not_found', `There is no config ${quoted(named)} in the workspace ${quoted(workspace)}.`, {
        param: 'defaults.config_id',
      })
    : { ...body, defaults: { ...defaults, config_id: slug } }
}
