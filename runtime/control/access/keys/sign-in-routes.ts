// Tokens of people for calls, which `portolan login` gets: a key of the person for each device, which ends soon and is renewed with a new
// secret as long as the issuer renews the sign-in. So limits and the log name the same key after a renewal, and revoking it is revoking a key.
import type { SignInTokenCreate } from '../../../../schemas/generated/control-types.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { STORE_REQUIRED } from '../../core/commit-change.ts'
import { mayIn } from '../../core/principal.ts'
import { deleteResource } from '../../resources/saved-resource.ts'
import { chooseActiveWorkspace } from '../workspaces/choose-workspace.ts'
import { createSecret, maskSecret } from './key-secret.ts'
import { NO_SETTINGS } from './key-settings.ts'
import { API_KEY, API_KEY_FORM, type ApiKey } from './model.ts'
import { commitKey, KEYS, type KeyContext } from './routes.ts'

/** What a token may do of what its person may. */
const SCOPES = ['inference', 'models', 'mcp.invoke', 'agents.invoke', 'prompts.render']
/** Seconds, as `sign_in.token_ttl` has it by default. */
const TTL = 3600

export const signInHandlers: Handlers<'signIn' | 'signOut', KeyContext> = {
  signIn: async (request, context) => await giveToken(request, context),
  signOut: async (request, context) => {
    const { key: id } = request.principal
    const resource = id === undefined ? undefined : context.replica?.get(API_KEY, id)
    const key = resource && API_KEY_FORM.read(resource)
    if (resource === undefined || key === undefined || key.device === null)
      return failure('forbidden', 'Send the token of a sign-in: only that one ends itself.')
    return await deleteResource(
      KEYS,
      request,
      context,
      { saved: key, revision: resource.revision },
      { action: 'sign-out', isUnconditional: true },
    )
  },
}

async function giveToken(
  request: ApiRequest & { readonly body: SignInTokenCreate },
  context: KeyContext,
): Promise<ApiReply | Failure> {
  const { keys, clock, randomId, hash, replica, gateway } = context
  if (keys === undefined) return STORE_REQUIRED
  const { principal, body } = request
  const { user } = principal
  if (user === undefined) return failure('forbidden', 'Only a person who signs in gets a token.')
  // No role is needed for the route, so that the scopes decide which workspaces exist for the person.
  const may = (slug: string): boolean => SCOPES.some(scope => mayIn(principal, scope, slug))
  const workspace = chooseActiveWorkspace({ principal, may }, context, body.workspace_id)
  if (isFailure(workspace)) return workspace
  const scopes = SCOPES.filter(scope => mayIn(principal, scope, workspace))
  if (!scopes.includes('inference'))
    return failure(
      'forbidden',
      `"${principal.id}" may call no models in the workspace ${quoted(workspace)}: it needs the scope inference.`,
    )
  const device = body.device ?? 'default'
  const id = derivedUuid(hash, API_KEY, JSON.stringify(['sign-in', workspace, user, device]))
  const resource = replica?.get(API_KEY, id)
  const before = resource && { saved: API_KEY_FORM.read(resource), revision: resource.revision }
  if (before?.saved.status === 'disabled')
    return failure('forbidden', `The token of the device ${quoted(device)} is disabled.`)
  const now = clock.now()
  const expiresAt = now + (gateway.signIn?.tokenTtl ?? TTL) * 1000
  const text = createSecret(randomId)
  const old = before?.saved
  const key: ApiKey = {
    ...NO_SETTINGS,
    name: `${principal.id} on ${device}`,
    createdAt: now,
    ...old,
    ...{ id, type: 'workspace-user', role: undefined, workspace, user, device, status: 'active' },
    ...{ scopes, expiresAt, rotationPolicy: null, acceptedAt: now, updatedAt: now },
    secret: { digest: keys.digest(text), masked: maskSecret(text) },
    secretUsed: true,
    // What a client has is accepted as long as it would have been.
    oldSecret:
      old !== undefined && old.expiresAt !== null && old.expiresAt > now
        ? { ...old.secret, until: old.expiresAt, by: 'holder' }
        : null,
  }
  const revision = await commitKey(request, context, 'sign-in', before, key)
  if (isFailure(revision)) return revision
  return {
    body: {
      ...{ id, object: 'sign-in-token', token: text },
      ...{ expires_at: new Date(expiresAt).toISOString(), workspace_id: workspace, user: principal.id },
    },
    revision,
  }
}
