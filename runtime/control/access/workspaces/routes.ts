// The routes of workspaces.

import type { Workspace } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { commitChange, ownedByGit } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { resetWrites, showLastReset, showNextReset } from '../../limits/limit-owner.ts'
import { changedLimits, NO_LIMITS, savedLimits, showLimits } from '../../limits/resource-limits.ts'
import {
  allWorkspaces,
  type FoundWorkspace,
  findWorkspace,
  toStored,
  WORKSPACE,
  workspaceOwner,
} from './model.ts'

type Context = WriteSources

type WorkspaceOperation =
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'readWorkspace'
  | 'updateWorkspace'
  | 'archiveWorkspace'

const STATUSES = ['active', 'archived']

export const workspaceHandlers: Handlers<WorkspaceOperation, Context> = {
  listWorkspaces: async (request, context) => {
    const wanted = String(request.query['status']).split(',')
    const unknown = wanted.find(status => !STATUSES.includes(status))
    if (unknown !== undefined)
      return failure('invalid_request', `status must be active, archived or both, not ${quoted(unknown)}.`, {
        param: 'status',
      })
    const name = String(request.query['name'] ?? '').toLowerCase()
    const visible = allWorkspaces(context).filter(
      ({ workspace }) =>
        request.may(workspace.slug) &&
        wanted.includes(workspace.status) &&
        (workspace.status === 'active' || request.mayOrganise) &&
        workspace.name.toLowerCase().includes(name),
    )
    return pageReply(visible, request, ({ workspace }) => show(workspace, context))
  },
  createWorkspace: async (request, context) => {
    const { name, slug: wanted, description = null, defaults = {}, ...changes } = request.body
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (findWorkspace(context, slug) !== undefined)
      return failure('conflict', `The workspace ${quoted(slug)} exists already.`, { param: 'slug' })
    const limits = changedLimits(changes, NO_LIMITS)
    if (isFailure(limits)) return limits
    const time = new Date(context.clock.now()).toISOString()
    return await write(request, context, 'create', undefined, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description,
      status: 'active',
      defaults: { ...defaults },
      owner: 'api',
      ...savedLimits(limits),
      next_usage_reset_at: null,
      last_reset_at: null,
      created_at: time,
      last_updated_at: time,
      object: 'workspace',
    })
  },
  readWorkspace: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found) ? found : { body: show(found.workspace, context), revision: found.revision }
  },
  updateWorkspace: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { name, description, status, defaults, reset_usage, ...changes } = request.body
    const { workspace } = found
    const { rateLimits, usageLimits } = workspaceOwner(workspace)
    const limits = changedLimits(changes, { rateLimits, usageLimits })
    if (isFailure(limits)) return limits
    const after = {
      ...workspace,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(status !== undefined && { status }),
      ...(defaults !== undefined && { defaults: { ...defaults } }),
      ...savedLimits(limits),
      last_updated_at: new Date(context.clock.now()).toISOString(),
    }
    const resets = reset_usage === true ? resetWrites(workspaceOwner(after), context) : []
    return await write(request, context, 'update', found, after, resets)
  },
  archiveWorkspace: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const result = await write(request, context, 'archive', found, {
      ...found.workspace,
      status: 'archived',
      last_updated_at: new Date(context.clock.now()).toISOString(),
    })
    return isFailure(result) ? result : { body: {} }
  },
}

const show = (workspace: Workspace, context: Context): JsonObject => ({
  ...workspace,
  ...showLimits(workspaceOwner(workspace)),
  next_usage_reset_at: showNextReset([workspaceOwner(workspace)], context),
  last_reset_at: showLastReset([workspaceOwner(workspace)], context),
})

function findVisible(request: ApiRequest, context: Context): FoundWorkspace | Failure {
  const name = request.path['workspaceId'] ?? ''
  const found = findWorkspace(context, name)
  const visible = found !== undefined && request.may(found.workspace.slug)
  return visible ? found : failure('not_found', `There is no workspace ${quoted(name)}.`)
}

function findWritable(request: ApiRequest, context: Context): FoundWorkspace | Failure {
  const found = findVisible(request, context)
  if (isFailure(found) || found.workspace.owner === 'api') return found
  return ownedByGit('workspace', found.workspace.slug)
}

async function write(
  request: ApiRequest,
  context: Context,
  action: string,
  before: FoundWorkspace | undefined,
  after: Workspace,
  besides: readonly ResourceWrite[] = [],
): Promise<ApiReply | Failure> {
  const revision = await commitChange(context, request, {
    action,
    resource: 'workspace',
    id: after.slug,
    workspace: after.slug,
    before: before === undefined ? null : show(before.workspace, context),
    after: show(after, context),
    writes: [
      {
        kind: WORKSPACE,
        id: after.slug,
        value: toStored(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision ?? 'absent'),
      },
      ...besides,
    ],
  })
  return isFailure(revision) ? revision : { body: show(after, context), revision }
}
