// The routes that create and change keys, one or many, and the one that revokes many. Many are one transaction: each item is checked as a
// request about only that key would be. If one cannot be done, none is, unless the request skips it. The audit log has an entry for each.
import type {
  ApiKeyUpdate,
  ItemError,
  KeyDefaults,
  OrganisationServiceKeyCreate,
  WorkspaceUserKeyCreate,
} from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { KeyType } from '../../../values/stored-keys.ts'
import type { ApiReply, ApiRequest, Handlers, RequestOf } from '../../core/api-request.ts'
import { type Change, commitChanges, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { StoreError } from '../../core/store-error.ts'
import { findProfile } from '../../limits/limit-profile.ts'
import { configOfWorkspace } from '../../resources/configs/model.ts'
import { toChange, toDeletion } from '../../resources/saved-resource.ts'
import { personScopes } from '../members/model.ts'
import { chooseActiveWorkspace } from '../workspaces/choose-workspace.ts'
import { grantFault, isPerson, mayKey } from './key-access.ts'
import { resetsOfKey } from './key-budgets.ts'
import { changeFault, keyAfterChange } from './key-change.ts'
import { createSecret, maskSecret } from './key-secret.ts'
import { NO_SETTINGS, readSettings } from './key-settings.ts'
import type { ApiKey } from './model.ts'
import {
  commitKey,
  type FoundKey,
  findStoredKey,
  KEYS,
  type KeyContext,
  onceMore,
  revocationFault,
  revokeWithoutStore,
  saveKey,
} from './routes.ts'

type WriteOperation =
  | 'createOrganisationServiceKey'
  | 'createWorkspaceServiceKey'
  | 'createWorkspaceUserKey'
  | 'updateApiKey'
  | 'createOrganisationServiceKeys'
  | 'createWorkspaceServiceKeys'
  | 'createWorkspaceUserKeys'
  | 'updateApiKeys'
  | 'revokeApiKeys'

export const keyWriteHandlers: Handlers<WriteOperation, KeyContext> = {
  createOrganisationServiceKey: (request, context) => createKey('organisation-service', request, context),
  createWorkspaceServiceKey: (request, context) => createKey('workspace-service', request, context),
  createWorkspaceUserKey: (request, context) => createKey('workspace-user', request, context),
  updateApiKey: onceMore<'updateApiKey'>(async (request, context) => {
    const found = findStoredKey(request, context, 'update')
    if (isFailure(found)) return found
    const planned = planKeyChange(request, found.saved, context)
    if (isFailure(planned)) return planned
    const { action, after, writes } = planned
    return await saveKey(request, context, action, found, after, writes)
  }),
  createOrganisationServiceKeys: (request, context) => createKeys('organisation-service', request, context),
  createWorkspaceServiceKeys: (request, context) => createKeys('workspace-service', request, context),
  createWorkspaceUserKeys: (request, context) => createKeys('workspace-user', request, context),
  updateApiKeys: onceMore<'updateApiKeys'>(async (request, context) => {
    const planned = planItems(
      request,
      oncePerKey(request, (item, about) => planUpdate(item, about, context)),
    )
    if (isFailure(planned)) return planned
    const changes = planned.items.map(({ plan: { found, changed } }) =>
      toChange(KEYS, NO_MATCH, context, { before: found, ...changed }),
    )
    return await commitItems(request, context, planned, changes, ({ found }) => ({ id: found.saved.id }))
  }),
  revokeApiKeys: async (request, context) => {
    const planned = planItems(
      request,
      oncePerKey(request, (_item, about) => {
        const found = findStoredKey(about, context, 'delete')
        return isFailure(found) ? found : (revocationFault(about, found) ?? found)
      }),
    )
    if (isFailure(planned)) return planned
    const changes = planned.items.map(({ plan }) =>
      toDeletion(KEYS, NO_MATCH, context, plan, { action: 'revoke', isUnconditional: true }),
    )
    const show = ({ saved }: FoundKey): JsonObject => ({ id: saved.id })
    try {
      return await commitItems(request, context, planned, changes, show)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unavailable') throw error
      const about = { ...request, ...NO_MATCH }
      const replies = await Promise.all(
        planned.items.map(({ plan }) => revokeWithoutStore(about, context, plan)),
      )
      const pending = replies.find(reply => !isFailure(reply) && reply.status === 202)
      return pending ?? itemsReply(planned, show)
    }
  },
}

/** Items are named by identifiers, so a revision of one of them means nothing. */
const NO_MATCH = { expects: undefined }

type BulkRequest<Item> = ApiRequest & {
  readonly body: { readonly items: readonly Item[]; readonly on_error?: 'refuse' | 'skip' }
  readonly itemFaults: ReadonlyMap<number, Failure>
}

async function createKeys(
  type: KeyType,
  request: BulkRequest<KeyCreate>,
  context: KeyContext,
): Promise<ApiReply | Failure> {
  const planned = planItems(request, item => planKey(type, { ...request, body: item }, context))
  if (isFailure(planned)) return planned
  const changes = planned.items.map(({ plan }) =>
    toChange(KEYS, NO_MATCH, context, { before: undefined, after: plan.key }),
  )
  const show = ({ key, secret }: NewKey): JsonObject => ({ id: key.id, key: secret, object: 'api-key' })
  return await commitItems(request, context, planned, changes, show)
}

function planUpdate(
  { id: _, ...body }: RequestOf<'updateApiKeys'>['body']['items'][number],
  about: ApiRequest,
  context: KeyContext,
) {
  if (Object.keys(body).length === 0)
    return failure('invalid_request', 'The item has nothing to change besides the id of its key.')
  const found = findStoredKey(about, context, 'update')
  if (isFailure(found)) return found
  const changed = planKeyChange({ ...about, body }, found.saved, context)
  return isFailure(changed) ? changed : { found, changed }
}

/** `plan` is given the request about only the key of an item. */
function oncePerKey<Item extends { readonly id: string }, Plan>(
  request: ApiRequest,
  plan: (item: Item, about: ApiRequest) => Plan | Failure,
): (item: Item, index: number) => Plan | Failure {
  const first = new Map<string, number>()
  return (item, index) => {
    const earlier = first.get(item.id)
    if (earlier !== undefined)
      return failure('invalid_request', `items[${earlier}] has the same id.`, { param: 'id' })
    first.set(item.id, index)
    return plan(item, { ...request, ...NO_MATCH, path: { apiKeyId: item.id } })
  }
}

interface PlannedItems<Plan> {
  readonly items: readonly { readonly index: number; readonly plan: Plan }[]
  readonly errors: readonly ItemError[]
}

/** What is done about each item, and the items that are skipped; a failure if items cannot be done and the request has all or nothing. */
function planItems<Item, Plan>(
  { body: { items, on_error = 'refuse' }, itemFaults }: BulkRequest<Item>,
  plan: (item: Item, index: number) => Plan | Failure,
): PlannedItems<Plan> | Failure {
  const planned: { index: number; plan: Plan }[] = []
  const faults: { index: number; fault: Failure }[] = []
  for (const [index, item] of items.entries()) {
    const result = itemFaults.get(index) ?? plan(item, index)
    if (isFailure(result)) faults.push({ index, fault: result })
    else planned.push({ index, plan: result })
  }
  const errors = faults.map(
    ({ index, fault: { code, message, param = null } }): ItemError => ({ index, code, message, param }),
  )
  const [first] = faults
  if (first === undefined || on_error === 'skip') return { items: planned, errors }
  const { index, fault } = first
  const more = faults.length === 1 ? '' : ` ${faults.length - 1} more of its items cannot be done either.`
  return failure(
    fault.code,
    `Nothing of the request was done, because of items[${index}]: ${fault.message}${more}`,
    {
      param: [`items[${index}]`, fault.param ?? []].flat().join('.'),
      details: { items: errors },
    },
  )
}

/** Writes what was planned in one transaction; the reply shows each item that was done. */
async function commitItems<Plan>(
  request: ApiRequest,
  context: KeyContext,
  planned: PlannedItems<Plan>,
  changes: readonly Promise<Change>[],
  show: (plan: Plan) => JsonObject,
): Promise<ApiReply | Failure> {
  if (request.expects !== undefined)
    return failure(
      'precondition_failed',
      'If-Match is the revision of one key: a request about many takes none.',
    )
  const [first, ...others] = await Promise.all(changes)
  if (first !== undefined) {
    const revision = await commitChanges(context, { ...request, ...NO_MATCH }, [first, ...others])
    if (isFailure(revision)) return revision
  }
  return itemsReply(planned, show)
}

const itemsReply = <Plan>(
  { items, errors }: PlannedItems<Plan>,
  show: (plan: Plan) => JsonObject,
): ApiReply => ({
  body: {
    object: 'list',
    total: items.length,
    data: items.map(({ index, plan }) => ({ index, ...show(plan) })),
    errors: errors.map(each => ({ ...each })),
  },
})

async function createKey(
  type: KeyType,
  request: ApiRequest & { readonly body: KeyCreate },
  context: Context,
): Promise<ApiReply | Failure> {
  const planned = planKey(type, request, context)
  if (isFailure(planned)) return planned
  const { key, secret } = planned
  const revision = await commitKey(request, context, 'create', undefined, key)
  return isFailure(revision) ? revision : { body: { id: key.id, key: secret, object: 'api-key' }, revision }
}

type Context = KeyContext

type KeyCreate = OrganisationServiceKeyCreate &
  Partial<Pick<WorkspaceUserKeyCreate, 'workspace_id' | 'user_id' | 'defaults' | 'limit_profile'>>

interface NewKey {
  readonly key: ApiKey
  /** Shown once. */
  readonly secret: string
}

/** The caller must hold what the key may do, in the workspace of the key. */
function planKey(
  type: KeyType,
  request: ApiRequest & { readonly body: KeyCreate },
  context: Context,
): NewKey | Failure {
  const { keys, clock, randomId, gateway } = context
  if (keys === undefined) return STORE_REQUIRED
  const { workspace_id, user_id, ...given } = request.body
  const workspace =
    type === 'organisation-service' ? null : chooseActiveWorkspace(request, context, workspace_id)
  if (isFailure(workspace)) return workspace
  const body = withSlugs(given, workspace, context)
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
  const secret = createSecret(randomId)
  const key: ApiKey = {
    ...settings,
    id: randomUuid(randomId()),
    type,
    role: undefined,
    workspace,
    user,
    device: null,
    status: 'active',
    secret: { digest: keys.digest(secret), masked: maskSecret(secret) },
    secretUsed: true,
    oldSecret: null,
    acceptedAt: isPerson(principal, user) ? now : null,
    createdAt: now,
    updatedAt: now,
  }
  return { key, secret }
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

interface NamesOfKey {
  readonly defaults?: KeyDefaults
  readonly limit_profile?: string | null
}

/** The body with the slugs of the config and the limit profile, or 404 where the workspace of the key has none of that name. */
function withSlugs<Body extends NamesOfKey>(
  body: Body,
  workspace: string | null,
  context: Context,
): Body | Failure {
  const withConfig = withConfigOf(body, workspace, context)
  if (isFailure(withConfig)) return withConfig
  const { limit_profile: name } = body
  if (typeof name !== 'string' || workspace === null) return withConfig
  const profile = findProfile(context, name)?.saved
  return profile === undefined || (profile.workspace ?? workspace) !== workspace
    ? failure(
        'not_found',
        `There is no limit profile ${quoted(name)} for keys of the workspace ${quoted(workspace)}.`,
        { param: 'limit_profile' },
      )
    : { ...withConfig, limit_profile: profile.slug }
}

function withConfigOf<Body extends NamesOfKey>(
  body: Body,
  workspace: string | null,
  context: Context,
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

interface ChangedKey {
  /** The verb in the audit log. */
  readonly action: 'update' | 'disable' | 'enable'
  readonly after: ApiKey
  readonly writes: readonly ResourceWrite[]
}

/** What a key of the organisation does not have. */
const OF_CALLS = ['defaults', 'rate_limits', 'usage_limits', 'limit_profile', 'reset_usage', 'alert_emails']

function planKeyChange(
  { principal, body: sent }: ApiRequest & { readonly body: ApiKeyUpdate },
  key: ApiKey,
  context: Context,
): ChangedKey | Failure {
  const { status = key.status, reset_usage: resets, ...given } = sent
  const body = withSlugs(given, key.workspace, context)
  if (isFailure(body)) return body
  if (key.workspace === null && OF_CALLS.some(name => name in sent))
    return failure(
      'invalid_request',
      'A key of the organisation calls no models: it has no defaults and no limits.',
    )
  if (key.workspace !== null && sent.grants !== undefined)
    return failure('invalid_request', 'Only keys of the organisation have grants.', { param: 'grants' })
  if (key.role === 'owner' && Object.keys(sent).some(name => name !== 'name' && name !== 'description'))
    return failure(
      'conflict',
      'The key of an owner has a name and a description. Rotate it, or revoke it and make another one.',
    )
  const now = context.clock.now()
  const settings = readSettings(body, key, { now, gateway: context.gateway })
  if (isFailure(settings)) return settings
  const after = keyAfterChange(key, { ...settings, status, updatedAt: now }, principal)
  const refused = changeFault(principal, { key, after, resets: resets === true }, context)
  if (refused !== undefined) return refused
  return {
    action: status === key.status ? 'update' : status === 'disabled' ? 'disable' : 'enable',
    after,
    writes: resets === true ? resetsOfKey(after, context) : [],
  }
}
