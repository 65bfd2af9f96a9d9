// The routes of workspaces.

import type { Workspace, WorkspaceDetails } from '../../../../schemas/generated/control-types.ts'
import { type JsonObject, toJson } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import type { ListScope, SelectedLists } from '../../core/listing.ts'
import { mayOrganise } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import { resetWrites, showLastReset, showNextReset } from '../../limits/limit-owner.ts'
import { changedLimits, NO_LIMITS, savedLimits, showLimits } from '../../limits/resource-limits.ts'
import {
  alreadyExists,
  linkResource,
  nowOf,
  type SavedResource,
  withoutBody,
} from '../../resources/saved-resource.ts'
import { restrictedFrom } from '../keys/key-restrictions.ts'
import {
  MEMBER,
  MEMBERS_OF_WORKSPACE,
  MEMBERSHIP_FORM,
  membershipId,
  toMembership,
  USER,
} from '../members/model.ts'
import {
  findWorkspace,
  manifestWorkspaces,
  WORKSPACE_FORM,
  WORKSPACES_BY_NAME,
  WORKSPACES_BY_SLUG,
  WORKSPACES_BY_STATUS,
  workspaceOwner,
} from './model.ts'

const WORKSPACES: SavedResource<Workspace> = {
  form: WORKSPACE_FORM,
  noun: 'workspace',
  parameter: 'workspaceId',
  own: context => manifestWorkspaces(context).map(({ workspace: saved }) => ({ saved, revision: undefined })),
  stored: storedWorkspaces,
  named: workspace => workspace,
  sees: request => workspace => request.may(workspace.slug),
  changeFault: ({ owner, slug }) => (owner === 'api' ? undefined : ownedByGit('workspace', slug)),
  searched: ({ name }) => name,
  filters: {
    exact_name: ({ name }, wanted) => name === wanted,
    status: ({ status }, wanted, { mayOrganise }) =>
      String(wanted).split(',').includes(status) && (status === 'active' || mayOrganise),
  },
  keyOf: ({ slug }) => slug,
  workspaceOf: ({ slug }) => slug,
  show: (workspace, context) => ({
    ...toJson(workspace),
    ...showLimits(workspaceOwner(workspace)),
    next_usage_reset_at: showNextReset([workspaceOwner(workspace)], context),
    last_reset_at: showLastReset([workspaceOwner(workspace)], context),
  }),
}

const workspaces = linkResource(WORKSPACES)

/** Those of callers of workspaces, of a name, or of some statuses. */
function storedWorkspaces(
  find: Replica['find'],
  { workspaces, request: { query } }: ListScope,
): SelectedLists {
  if (workspaces !== undefined) {
    const own = [...workspaces].sort().flatMap(slug => find(WORKSPACES_BY_SLUG, slug))
    return { lists: [own], meets: ['workspace_id'] }
  }
  const { exact_name: name, status } = query
  return name !== undefined
    ? { lists: [find(WORKSPACES_BY_NAME, String(name))], meets: ['workspace_id', 'exact_name'] }
    : {
        lists: [...new Set(String(status).split(','))].map(each => find(WORKSPACES_BY_STATUS, each)),
        meets: ['workspace_id', 'status'],
      }
}

const STATUSES = ['active', 'archived']

export const workspaceHandlers = {
  listWorkspaces: async (request, context) => {
    const unknown = String(request.query['status'])
      .split(',')
      .find(status => !STATUSES.includes(status))
    return unknown === undefined
      ? await workspaces.list(request, context)
      : failure('invalid_request', `status must be active, archived or both, not ${quoted(unknown)}.`, {
          param: 'status',
        })
  },
  createWorkspace: workspaces.create(
    (request, context) => {
      const { name, slug: wanted, description = null, defaults = {}, users = [], ...changes } = request.body
      const slug = chooseSlug(name, wanted)
      if (isFailure(slug)) return slug
      const unable = users.length === 0 ? undefined : newMembersFault(users, request, context)
      if (unable !== undefined) return unable
      if (findWorkspace(context, slug) !== undefined) return alreadyExists('workspace', slug)
      const limits = changedLimits(changes, NO_LIMITS)
      if (isFailure(limits)) return limits
      const time = nowOf(context)
      return {
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
      }
    },
    {
      writes: ({ slug, created_at }, { body: { users = [] } }) =>
        [...new Set(users)].map(user => ({
          kind: MEMBER,
          id: membershipId(slug, user),
          value: MEMBERSHIP_FORM.write({
            workspace: slug,
            user,
            role: 'member',
            createdAt: created_at,
            updatedAt: created_at,
          }),
          expects: 'absent',
        })),
      show: (workspace, request, context) => showWithMembers(workspace, request, context),
    },
  ),
  readWorkspace: workspaces.visible(({ saved, revision }, request, context) => ({
    body: showWithMembers(saved, request, context),
    revision,
  })),
  updateWorkspace: workspaces.update(
    (workspace, request, context) => {
      const { name = workspace.name, description = workspace.description ?? null, ...others } = request.body
      const { status = workspace.status, defaults = workspace.defaults, reset_usage: _, ...changes } = others
      const { rateLimits, usageLimits } = workspaceOwner(workspace)
      const limits = changedLimits(changes, { rateLimits, usageLimits })
      if (isFailure(limits)) return limits
      return {
        ...workspace,
        ...{ name, description, status, defaults: { ...defaults } },
        ...savedLimits(limits),
        last_updated_at: nowOf(context),
      }
    },
    {
      writes: (after, { body }, context) =>
        body.reset_usage === true ? resetWrites(workspaceOwner(after), context) : [],
    },
  ),
  archiveWorkspace: withoutBody(
    workspaces.update(
      (workspace, _request, context) => ({
        ...workspace,
        status: 'archived',
        last_updated_at: nowOf(context),
      }),
      { action: 'archive' },
    ),
  ),
} satisfies SomeHandlers<WriteSources>

const showWithMembers = (
  workspace: Workspace,
  _request: ApiRequest,
  context: WriteSources,
): JsonObject & Pick<WorkspaceDetails, 'users'> => ({
  ...WORKSPACES.show(workspace, context),
  users: (context.replica?.find(MEMBERS_OF_WORKSPACE, workspace.slug) ?? [])
    .map(toMembership)
    .map(({ user: id, role }) => ({ id, role })),
})

/** Why the caller may not make a workspace with these people, who become members of it. */
function newMembersFault(
  users: readonly string[],
  { principal }: ApiRequest,
  context: WriteSources,
): Failure | undefined {
  const unknown = users.find(id => context.replica?.get(USER, id) === undefined)
  if (unknown !== undefined)
    return failure('not_found', `There is no person ${quoted(unknown)} in the organisation.`, {
      param: 'users',
    })
  return mayOrganise(principal, 'workspace_users.create')
    ? restrictedFrom(principal, { loosens: 'all', method: 'POST', path: '/workspaces with users' }, context)
    : failure(
        'forbidden',
        `"${principal.id}" may not add members: users needs the scope workspace_users.create.`,
        {
          param: 'users',
        },
      )
}
