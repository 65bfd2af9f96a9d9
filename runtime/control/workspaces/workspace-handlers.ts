// The routes of workspaces.

import type { Workspace, WorkspaceCreate, WorkspaceUpdate } from '../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, ControlContext, Handlers } from '../api/api-request.ts'
import { chooseSlug } from '../api/choose-slug.ts'
import { commitChange, ownedByGit } from '../api/commit-change.ts'
import { pageReply } from '../api/pages.ts'
import { allWorkspaces, type FoundWorkspace, findWorkspace, toStored, WORKSPACE } from './workspace.ts'

type WorkspaceOperation =
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'readWorkspace'
  | 'updateWorkspace'
  | 'archiveWorkspace'

const STATUSES = ['active', 'archived']

export const workspaceHandlers: Handlers<WorkspaceOperation> = {
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
    return pageReply(visible, request, ({ workspace }) => show(workspace))
  },
  createWorkspace: async (request, context) => {
    const {
      name,
      slug: wanted,
      description = null,
      defaults = {},
    } = request.body as unknown as WorkspaceCreate
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (findWorkspace(context, slug) !== undefined)
      return failure('conflict', `The workspace ${quoted(slug)} exists already.`, { param: 'slug' })
    const time = new Date(context.clock.now()).toISOString()
    return await write(request, context, 'create', undefined, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description,
      status: 'active',
      defaults: { ...defaults },
      owner: 'api',
      last_reset_at: null,
      created_at: time,
      last_updated_at: time,
      object: 'workspace',
    })
  },
  readWorkspace: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found) ? found : { body: show(found.workspace), revision: found.revision }
  },
  updateWorkspace: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { name, description, status, defaults } = request.body as unknown as WorkspaceUpdate
    const { workspace } = found
    return await write(request, context, 'update', found, {
      ...workspace,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(status !== undefined && { status }),
      ...(defaults !== undefined && { defaults: { ...defaults } }),
      last_updated_at: new Date(context.clock.now()).toISOString(),
    })
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

const show = (workspace: Workspace): JsonObject => ({ ...workspace }) as JsonObject

function findVisible(request: ApiRequest, context: ControlContext): FoundWorkspace | Failure {
  const name = request.path['workspaceId'] ?? ''
  const found = findWorkspace(context, name)
  const visible = found !== undefined && request.may(found.workspace.slug)
  return visible ? found : failure('not_found', `There is no workspace ${quoted(name)}.`)
}

function findWritable(request: ApiRequest, context: ControlContext): FoundWorkspace | Failure {
  const found = findVisible(request, context)
  if (isFailure(found) || found.workspace.owner === 'api') return found
  return ownedByGit('workspace', found.workspace.slug)
}

async function write(
  request: ApiRequest,
  context: ControlContext,
  action: string,
  before: FoundWorkspace | undefined,
  after: Workspace,
): Promise<ApiReply | Failure> {
  const revision = await commitChange(context, request, {
    action,
    resource: 'workspace',
    id: after.slug,
    workspace: after.slug,
    before: before === undefined ? null : show(before.workspace),
    after: show(after),
    writes: [
      {
        kind: WORKSPACE,
        id: after.slug,
        value: toStored(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision ?? 'absent'),
      },
    ],
  })
  return isFailure(revision) ? revision : { body: show(after), revision }
}
