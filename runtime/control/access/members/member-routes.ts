// The routes of members of a workspace.
import type { WorkspaceUser } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { FoundInStore } from '../../core/stored-form.ts'
import { deleteResource, nowOf, saveResource, type WrittenResource } from '../../resources/saved-resource.ts'
import { roleSettings } from '../settings/model.ts'
import { workspaceId, workspaceOfPath } from '../workspaces/choose-workspace.ts'
import { foldAddress } from './address.ts'
import {
  findMembership,
  MEMBER,
  MEMBERS_OF_WORKSPACE,
  MEMBERSHIP_FORM,
  type Membership,
  membershipId,
  removalsOf,
  toMembership,
  toPerson,
  USER,
} from './model.ts'
import { findByAddress } from './people.ts'
import { readWorkspaceRole, type WorkspaceRole, workspaceRoleFault } from './role.ts'

type Context = WriteSources

const MEMBERS: WrittenResource<Membership> = {
  form: MEMBERSHIP_FORM,
  noun: MEMBER,
  keyOf: ({ workspace, user }) => membershipId(workspace, user),
  workspaceOf: ({ workspace }) => workspace,
  show,
}

export const workspaceUserHandlers = {
  listWorkspaceUsers: async (request, context) => {
    const slug = workspaceOfPath(request, context)
    if (isFailure(slug)) return slug
    const { role, email } = request.query
    const { replica } = context
    const person = email === undefined ? undefined : findByAddress(replica, foldAddress(String(email))).person
    const members =
      email === undefined
        ? (replica?.find(MEMBERS_OF_WORKSPACE, slug) ?? [])
        : [person && replica?.get(MEMBER, membershipId(slug, person.saved.id))].filter(
            each => each !== undefined,
          )
    const wanted =
      role === undefined
        ? members
        : members.filter(member => MEMBERSHIP_FORM.view?.(member).role === String(role).toLowerCase())
    return pageReply(wanted, request, member => show(toMembership(member), context))
  },
  addWorkspaceUsers: async (request, context) => {
    const slug = workspaceOfPath(request, context)
    if (isFailure(slug)) return slug
    const { users } = request.body
    const time = nowOf(context)
    const added: Membership[] = []
    for (const [index, { id, role: name }] of users.entries()) {
      const role = grantedRole(name, slug, request, context)
      if (isFailure(role)) return role
      const fault =
        context.replica?.get(USER, id) === undefined
          ? failure('not_found', `There is no person ${quoted(id)} in the organisation.`, {
              param: `users[${index}].id`,
            })
          : findMembership(context.replica, slug, id) !== undefined || added.some(({ user }) => user === id)
            ? failure('conflict', `${quoted(id)} is a member of the workspace already.`, {
                param: `users[${index}].id`,
              })
            : undefined
      if (fault !== undefined) return fault
      added.push({ workspace: slug, user: id, role, createdAt: time, updatedAt: time })
    }
    const shown = added.map(member => show(member, context))
    const revision = await commitChange(context, request, {
      action: 'add',
      resource: MEMBER,
      id: slug,
      workspace: slug,
      before: null,
      after: { users: shown },
      writes: added.map(member => ({
        kind: MEMBER,
        id: membershipId(slug, member.user),
        value: MEMBERSHIP_FORM.write(member),
        expects: 'absent',
      })),
    })
    return isFailure(revision)
      ? revision
      : { body: { object: 'list', total: shown.length, data: shown }, revision }
  },
  readWorkspaceUser: async (request, context) => {
    const found = find(request, context)
    if (isFailure(found)) return found
    return { body: show(found.saved, context), revision: found.revision }
  },
  updateWorkspaceUser: async (request, context) => {
    const before = find(request, context)
    if (isFailure(before)) return before
    const { saved: member } = before
    const refused = mayChange(request, context, member)
    if (refused !== undefined) return refused
    const role = grantedRole(request.body.role, member.workspace, request, context)
    if (isFailure(role)) return role
    const after = { ...member, role, updatedAt: nowOf(context) }
    return await saveResource(MEMBERS, request, context, { before, after })
  },
  removeWorkspaceUser: async (request, context) => {
    const found = find(request, context)
    if (isFailure(found)) return found
    const { user, workspace } = found.saved
    const refused = mayChange(request, context, found.saved)
    if (refused !== undefined) return refused
    const ended = removalsOf(context.replica, user, slug => slug === workspace)
    const keys = ended.filter(({ kind }) => kind !== MEMBER)
    const deletion = { action: 'remove', writes: keys, isUnconditional: true }
    return await deleteResource(MEMBERS, request, context, found, deletion)
  },
} satisfies SomeHandlers<Context>

function find(request: ApiRequest, context: Context): FoundInStore<Membership> | Failure {
  const slug = workspaceOfPath(request, context)
  if (isFailure(slug)) return slug
  const id = request.path['userId'] ?? ''
  const resource = context.replica?.get(MEMBER, membershipId(slug, id))
  return resource === undefined
    ? failure('not_found', `${quoted(id)} is not a member of the workspace ${quoted(slug)}.`)
    : { saved: toMembership(resource), revision: resource.revision }
}

const mayChange = (
  { principal }: ApiRequest,
  { replica }: Context,
  { role, workspace }: Membership,
): Failure | undefined => workspaceRoleFault(principal, role, workspace, roleSettings(replica, workspace))

/** A role that the caller may give. */
function grantedRole(
  name: string,
  workspace: string,
  { principal }: ApiRequest,
  { replica }: Context,
): WorkspaceRole | Failure {
  const role = readWorkspaceRole(name)
  if (isFailure(role)) return role
  return workspaceRoleFault(principal, role, workspace, roleSettings(replica, workspace)) ?? role
}

function show({ user, workspace, role, createdAt, updatedAt }: Membership, context: Context): JsonObject {
  const resource = context.replica?.get(USER, user)
  const person = resource && toPerson(resource)
  return {
    id: user,
    object: 'workspace-user',
    email: person?.email ?? '',
    first_name: person?.firstName ?? null,
    last_name: person?.lastName ?? null,
    organisation_role: person?.role ?? 'member',
    org_role: person?.role ?? 'member',
    role,
    status: person?.active === false ? 'inactive' : 'active',
    workspace_id: workspaceId(context, workspace),
    created_at: createdAt,
    last_updated_at: updatedAt,
  } satisfies WorkspaceUser
}
