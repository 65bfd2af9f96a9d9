// The routes of keys. Three verbs end one: disable (until it is enabled again), revoke (for good), rotate (only the secret). A person
// accepts a key that others made or changed: it gets a secret that only the person has seen, and reaches the person's connected
// accounts from then on. The audit log never holds a secret.
import type { OperationId } from '../../../../schemas/generated/control-routes.ts'
import type { ApiKeyObject } from '../../../../schemas/generated/control-types.ts'
import type { PlanApiKey } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { AnswerRequest, ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { ownedByGit, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { StoreError } from '../../core/store-error.ts'
import type { FoundInStore } from '../../core/stored-form.ts'
import { commitResource, deleteResource, type WrittenResource } from '../../resources/saved-resource.ts'
import { isPerson, type KeyVerb, mayKey, ownersFault, takeoverFault } from './key-access.ts'
import { exhaustedKeys, manifestBudgets } from './key-budgets.ts'
import { withAcceptance } from './key-change.ts'
import type { KeySources } from './key-index.ts'
import { createSecret, maskSecret } from './key-secret.ts'
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
  | 'listApiKeys'
  | 'readApiKey'
  | 'revokeApiKey'
  | 'rotateApiKey'
  | 'completeKeyRotation'
  | 'rotateOwnKey'
  | 'acceptApiKey'

export const keyHandlers: Handlers<KeyOperation, Context> = {
  listApiKeys,
  readApiKey: async (request, context) => {
    const found = findKey(request, context, 'read')
    if (found !== undefined && isFailure(found)) return found
    if (found !== undefined) return await showFound(found, context)
    const own = manifestKey(request, context, 'read')
    if (own === undefined) return noKey(request)
    const exhausted = await exhaustedKeys([manifestBudgets(own)], context)
    return { body: asJson(showManifestKey(own, context, exhausted)) }
  },
  revokeApiKey: async (request, context) => {
    const found = findStoredKey(request, context, 'delete')
    if (isFailure(found)) return found
    return revocationFault(request, found) ?? (await revokeKey(request, context, found))
  },
  rotateApiKey: async (request, context) => {
    const found = findStoredKey(request, context, 'rotate')
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
    const found = findStoredKey(request, context, 'rotate')
    if (isFailure(found)) return found
    const completed = completeRotation(found.saved, context.clock.now())
    return isFailure(completed)
      ? completed
      : await saveKey(request, context, 'complete-rotation', found, completed)
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
export function onceMore<Operation extends OperationId>(
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

export async function saveKey(
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
  body: asJson(linkKeyDisplay(context, await exhaustedKeys([key], context))(key)),
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

function manifestKey(request: ApiRequest, context: Context, verb: KeyVerb): PlanApiKey | undefined {
  const id = request.path['apiKeyId'] ?? ''
  const key = context.gateway.apiKeys.find(each => manifestKeyId(each.id, context.hash) === id)
  return key !== undefined &&
    mayKey(request.principal, verb, { type: 'workspace-service', workspace: key.workspace, user: null })
    ? key
    : undefined
}

export function findStoredKey(request: ApiRequest, context: Context, verb: KeyVerb): FoundKey | Failure {
  const found = findKey(request, context, verb)
  if (found !== undefined) return found
  const own = manifestKey(request, context, verb)
  return own === undefined ? noKey(request) : ownedByGit('key', own.id)
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

export const revocationFault = ({ principal }: ApiRequest, { saved }: FoundKey): Failure | undefined =>
  saved.role === 'owner' ? ownersFault(principal) : undefined

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

export async function revokeWithoutStore(
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
