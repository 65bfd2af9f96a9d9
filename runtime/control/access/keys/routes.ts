// The routes of keys. Three verbs end one: disable (until it is enabled again), revoke (for good), rotate (only the secret). A person
// accepts a key that others made or changed: it gets a secret that only the person has seen, and reaches the person's connected
// accounts from then on. The audit log never holds a secret.
import type {
  ApiKeyObject,
  KeyDefaults,
  OrganisationServiceKeyCreate,
  WorkspaceUserKeyCreate,
} from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { KeyType } from '../../../values/stored-keys.ts'
import type { AnswerRequest, ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { ownedByGit, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { StoreError } from '../../core/store-error.ts'
import type { FoundInStore } from '../../core/stored-form.ts'
import { exhaustedOwners, resetWrites } from '../../limits/limit-owner.ts'
import { configOfWorkspace } from '../../resources/configs/model.ts'
import { commitResource, deleteResource, type WrittenResource } from '../../resources/saved-resource.ts'
import { personScopes } from '../members/model.ts'
import { chooseActiveWorkspace } from '../workspaces/choose-workspace.ts'
import { grantFault, isPerson, type KeyVerb, mayKey, ownersFault, takeoverFault } from './key-access.ts'
import { changeFault, keyAfterChange, withAcceptance } from './key-change.ts'
import type { KeySources } from './key-index.ts'
import { keyOwner } from './key-limits.ts'
import { createSecret, maskSecret } from './key-secret.ts'
import { NO_SETTINGS, readSettings } from './key-settings.ts'
import { listApiKeys } from './list-routes.ts'
import { API_KEY, API_KEY_FORM, type ApiKey, manifestKeyId } from './model.ts'
import { completeRotation, MIN_TRANSITION, nextRotation, rotateDueKey, rotateKey } from './rotation.ts'
import { linkKeyDisplay, showManifestKey } from './show-key.ts'

export type KeyContext = WriteSources & Pick<ControlSources, 'organisation' | 'limits' | 'plans'> & KeySources
type Context = KeyContext

export type FoundKey = FoundInStore<ApiKey>

const asJson = (key: ApiKeyObject): JsonObject => ({ ...key })

export const KEYS: WrittenResource<ApiKey, KeyContext> = {
  form: API_KEY_FORM,
  noun: API_KEY,
  keyOf: ({ id }) => id,
  workspaceOf: ({ workspace }) => workspace,
  show: (key, context) => asJson(linkKeyDisplay(context)(key)),
}

export const commitKey = (
  request: ApiRequest,
  context: KeyContext,
  action: string,
  before: FoundKey | undefined,
  after: ApiKey,
  writes: readonly ResourceWrite[] = [],
): Promise<number | Failure> => commitResource(KEYS, request, context, { action, before, after, writes })

type KeyOperation =
  | 'createOrganisationServiceKey'
  | 'createWorkspaceServiceKey'
  | 'createWorkspaceUserKey'
  | 'listApiKeys'
  | 'readApiKey'
  | 'updateApiKey'
  | 'revokeApiKey'
  | 'rotateApiKey'
  | 'completeKeyRotation'
  | 'rotateOwnKey'
  | 'acceptApiKey'

export const keyHandlers: Handlers<KeyOperation, Context> = {
  createOrganisationServiceKey: (request, context) => createKey('organisation-service', request, context),
  createWorkspaceServiceKey: (request, context) => createKey('workspace-service', request, context),
  createWorkspaceUserKey: (request, context) => createKey('workspace-user', request, context),
  listApiKeys,
  readApiKey: async (request, context) => {
    const found = findKey(request, context, 'read')
    if (found !== undefined && isFailure(found)) return found
    if (found !== undefined) return await showFound(found, context)
    const own = manifestKey(request, context, 'read')
    return own === undefined ? noKey(request) : { body: asJson(own) }
  },
  updateApiKey: onceMore<'updateApiKey'>(async (request, context) => {
    const found = findStored(request, context, 'update')
    if (isFailure(found)) return found
    const { saved: key } = found
    const { status = key.status, reset_usage: resets, ...given } = request.body
    const body = withConfigOf(given, key.workspace, context)
    if (isFailure(body)) return body
    if (
      key.workspace === null &&
      ['defaults', 'rate_limits', 'usage_limits', 'reset_usage', 'alert_emails'].some(
        name => name in request.body,
      )
    )
      return failure(
        'invalid_request',
        'A key of the organisation calls no models: it has no defaults and no limits.',
      )
    if (
      key.role === 'owner' &&
      Object.keys(request.body).some(name => name !== 'name' && name !== 'description')
    )
      return failure(
        'conflict',
        'The key of an owner has a name and a description. Rotate it, or revoke it and make another one.',
      )
    const now = context.clock.now()
    const settings = readSettings(body, key, { now, gateway: context.gateway })
    if (isFailure(settings)) return settings
    const { principal } = request
    const after = keyAfterChange(key, { ...settings, status, updatedAt: now }, principal)
    const refused = changeFault(principal, { key, after, resets: resets === true }, context)
    if (refused !== undefined) return refused
    const action = status === key.status ? 'update' : status === 'disabled' ? 'disable' : 'enable'
    const reset = resets === true ? resetWrites(keyOwner(after), context) : []
    return await save(request, context, action, found, after, reset)
  }),
  revokeApiKey: async (request, context) => {
    const found = findStored(request, context, 'delete')
    if (isFailure(found)) return found
    const refused = found.saved.role === 'owner' ? ownersFault(request.principal) : undefined
    if (refused !== undefined) return refused
    return await revokeKey(request, context, found)
  },
  rotateApiKey: async (request, context) => {
    const found = findStored(request, context, 'rotate')
    if (isFailure(found)) return found
    const refused = takeoverFault(request.principal, found.saved, context)
    if (refused !== undefined) return refused
    const { key_transition_period_ms: given } = request.body
    const transition =
      typeof given === 'number' ? given : (found.saved.rotationPolicy?.transition ?? MIN_TRANSITION)
    return await giveSecret(request, context, found, (key, rotation) =>
      rotateKey(key, { ...rotation, transition }),
    )
  },
  completeKeyRotation: onceMore<'completeKeyRotation'>(async (request, context) => {
    const found = findStored(request, context, 'rotate')
    if (isFailure(found)) return found
    const completed = completeRotation(found.saved, context.clock.now())
    return isFailure(completed)
      ? completed
      : await save(request, context, 'complete-rotation', found, completed)
  }),
  acceptApiKey: async (request, context) => await acceptKey(request, context),
  rotateOwnKey: async (request, context) => {
    const { key: id } = request.principal
    if (context.keys === undefined) return STORE_REQUIRED
    const resource = id === undefined ? undefined : context.replica?.get(API_KEY, id)
    if (resource === undefined)
      return failure(
        'forbidden',
        'Send the key that is due for rotation: only keys of the store rotate themselves.',
      )
    return await giveSecret(
      request,
      context,
      { saved: API_KEY_FORM.read(resource), revision: resource.revision },
      rotateDueKey,
    )
  },
}

/** A call that used a new secret for the first time has changed the key; a client that sends no If-Match need not know of it. */
function onceMore<Operation extends KeyOperation>(
  handler: AnswerRequest<Operation, Context>,
): AnswerRequest<Operation, Context> {
  return async (request, context) => {
    const result = await handler(request, context)
    return isFailure(result) && result.code === 'conflict' && request.expects === undefined
      ? await handler(request, context)
      : result
  }
}

type Rotate = (
  key: ApiKey,
  rotation: { readonly now: number; readonly secret: ApiKey['secret'] },
) => ApiKey | Failure

/** Writes a rotation, and shows the new secret, once. */
async function giveSecret(
  request: ApiRequest,
  context: Context,
  found: FoundKey,
  rotate: Rotate,
): Promise<ApiReply | Failure> {
  const { keys, randomId, clock } = context
  if (keys === undefined) return STORE_REQUIRED
  const text = createSecret(randomId)
  const secret = { digest: keys.digest(text), masked: maskSecret(text) }
  const key = { ...found.saved, secretUsed: keys.isUsed(found.saved) }
  const replaced = rotate(key, { now: clock.now(), secret })
  if (isFailure(replaced)) return replaced
  const rotated = withAcceptance(replaced, request.principal)
  const revision = await commitKey(request, context, 'rotate', found, rotated)
  if (isFailure(revision)) return revision
  const end = new Date(rotated.oldSecret?.until ?? clock.now()).toISOString()
  return { body: { id: rotated.id, key: text, key_transition_expires_at: end }, revision }
}

async function save(
  request: ApiRequest,
  context: Context,
  action: string,
  found: FoundKey,
  key: ApiKey,
  besides: readonly ResourceWrite[] = [],
): Promise<ApiReply | Failure> {
  const revision = await commitKey(request, context, action, found, key, besides)
  return isFailure(revision) ? revision : await showFound({ saved: key, revision }, context)
}

const showFound = async ({ saved: key, revision }: FoundKey, context: Context): Promise<ApiReply> => ({
  body: asJson(linkKeyDisplay(context, await exhaustedOwners([keyOwner(key)], context))(key)),
  revision,
})

const noKey = ({ path }: ApiRequest): Failure =>
  failure('not_found', `There is no key ${quoted(path['apiKeyId'] ?? '')}.`)

/** Undefined where the store has no such key. */
function findKey(request: ApiRequest, context: Context, verb: KeyVerb): FoundKey | Failure | undefined {
  const resource = context.replica?.get(API_KEY, request.path['apiKeyId'] ?? '')
  if (resource === undefined) return undefined
  const key = API_KEY_FORM.read(resource)
  return mayKey(request.principal, verb, key) ? { saved: key, revision: resource.revision } : noKey(request)
}

function manifestKey(request: ApiRequest, context: Context, verb: KeyVerb): ApiKeyObject | undefined {
  const id = request.path['apiKeyId'] ?? ''
  const key = context.gateway.apiKeys.find(each => manifestKeyId(each.id, context.hash) === id)
  return key !== undefined &&
    mayKey(request.principal, verb, { type: 'workspace-service', workspace: key.workspace, user: null })
    ? showManifestKey(key, context)
    : undefined
}

function findStored(request: ApiRequest, context: Context, verb: KeyVerb): FoundKey | Failure {
  const found = findKey(request, context, verb)
  if (found !== undefined) return found
  const own = manifestKey(request, context, verb)
  return own === undefined ? noKey(request) : ownedByGit('key', own.name)
}

type KeyCreate = OrganisationServiceKeyCreate &
  Partial<Pick<WorkspaceUserKeyCreate, 'workspace_id' | 'user_id' | 'defaults'>>

/** The caller must hold what the key may do, in the workspace of the key. */
async function createKey(
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
    device: null,
    status: 'active',
    secret: { digest: keys.digest(text), masked: maskSecret(text) },
    secretUsed: true,
    oldSecret: null,
    acceptedAt: isPerson(principal, user) ? now : null,
    createdAt: now,
    updatedAt: now,
  }
  const revision = await commitKey(request, context, 'create', undefined, key)
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
function withConfigOf<Body extends { readonly defaults?: KeyDefaults }>(
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

async function acceptKey(request: ApiRequest, context: Context): Promise<ApiReply | Failure> {
  const { keys, clock, randomId, replica } = context
  if (keys === undefined) return STORE_REQUIRED
  const { principal, path } = request
  const id = path['apiKeyId'] ?? ''
  const resource = replica?.get(API_KEY, id)
  const key = resource && API_KEY_FORM.read(resource)
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
  const before = { saved: key, revision: resource.revision }
  const revision = await commitKey(request, context, 'accept', before, accepted)
  return isFailure(revision) ? revision : { body: { id, key: text, object: 'api-key' }, revision }
}

/** Must not depend on the disk: where the store cannot be written, the key is refused at once, and the deletion is written into reserved room. */
async function revokeKey(
  request: ApiRequest,
  context: Context,
  found: FoundKey,
): Promise<ApiReply | Failure> {
  try {
    // Nothing that happens at the same time prevents a revocation, unless the request has an If-Match.
    return await deleteResource(KEYS, request, context, found, { action: 'revoke', isUnconditional: true })
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'unavailable') throw error
    return await revokeWithoutStore(request, context, found)
  }
}

async function revokeWithoutStore(
  { principal, uri, expects }: ApiRequest,
  { replica, clock }: Context,
  { saved: { id, workspace }, revision }: FoundKey,
): Promise<ApiReply | Failure> {
  if (expects !== undefined && expects !== revision)
    return failure(
      'precondition_failed',
      `The key was changed meanwhile: its revision is ${revision}, not ${expects}. Read it again.`,
    )
  const isDurable = await replica?.addPendingDelete({
    ...{ kind: API_KEY, id, workspace, uri },
    by: principal.id,
    byType: principal.type,
    at: clock.now(),
  })
  return isDurable === true ? { body: {} } : { status: 202, body: { durable: false } }
}
